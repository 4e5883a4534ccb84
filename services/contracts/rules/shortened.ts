/** The first `most` characters of a text, with an ellipsis where more follow. An emoji is not cut in two. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}
