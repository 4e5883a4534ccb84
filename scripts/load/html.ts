const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** A table whose first column names the rows. On a phone, `stacks` turns every row into a block with the names of the columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], { stacks = true } = {}): string {
  const cells = (row: readonly string[]): string =>
    row
      .map((cell, at) =>
        at === 0
          ? `<th scope="row"${cell.startsWith(' ') ? ' class="part"' : ''}>${escape(cell.trim())}</th>`
          : `<td data-name="${escape(head[at] ?? '')}">${escape(cell)}</td>`,
      )
      .join('');
  return `<table${stacks ? ' class="stacks"' : ''}>
<thead><tr>${head.map((name) => `<th scope="col">${escape(name)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}
</tbody>
</table>`;
}

export const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<h2>${escape(title)}</h2>\n<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`;

/** A whole page that loads nothing, so it can be sent and archived. */
export const pageWith = (title: string, style: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<main>
${content}
</main>
</html>
`;
