// The image's health check, without curl: `node infra/healthcheck.mjs [/readyz]` asks the process in this container and
// ends with code 0 where it answers well. What it answers is shown by `docker inspect`.
//
// Each container runs it every few seconds while it starts, so it loads as little as it can: `fetch` takes four times the
// processor time. So does an `import` of node:http, because that reads every export, and one of them loads `fetch`.
const { get } = process.getBuiltinModule('node:http');
const path = process.argv[2] ?? '/livez';
const fail = (error) => {
  console.log(String(error));
  process.exitCode = 1;
};
const answered = async (answer) => {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  console.log(`${answer.statusCode} ${text.slice(0, 500)}`);
  process.exitCode = answer.statusCode === 200 ? 0 : 1;
};
get(`http://127.0.0.1:${process.env.PORT || 3000}${path}`, { agent: false, signal: AbortSignal.timeout(4_000) })
  .on('response', (answer) => void answered(answer).catch(fail))
  .on('error', fail);
