// The image's health check, without curl: `node infra/healthcheck.mjs [/readyz]` asks the process in this container and
// ends with code 0 where it answers well. What it answers is shown by `docker inspect`.
const path = process.argv[2] ?? '/livez';
try {
  const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}${path}`, { signal: AbortSignal.timeout(4_000) });
  console.log(`${answer.status} ${(await answer.text()).slice(0, 500)}`);
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(String(error.cause ?? error));
  process.exitCode = 1;
}
