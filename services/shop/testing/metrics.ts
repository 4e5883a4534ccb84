/** What a process tells at `/metrics`: `name` or `name{label="value"}` to its value. */
export async function metricsOf(url: string): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`);
  if (!answer.ok) throw new Error(`${url}/metrics answers ${answer.status}`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
