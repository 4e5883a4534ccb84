import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { inRoot } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { say } from './say.mjs';

/** The scripts need this major version. infra/load/go.mod pins the exact version that Go builds when k6 is missing. */
const MAJOR = 2;
/** The oldest Go with tools of a module. Go itself downloads a newer Go when k6 needs one. */
const oldestGo = [1, 24];
/** ms until a message about the build is printed, and until the build is stopped */
const PATIENCE = { told: 3_000, build: 15 * 60_000 };

/** The working folder of k6, because `go tool` looks for its module here. */
export const k6Folder = inRoot('infra', 'load');

const notHere = `k6 ${MAJOR} is not on PATH, and neither is Go ${oldestGo.join('.')} or newer, which would build it (once, about a minute).`;
const whereToGet = 'To be had from https://grafana.com/docs/k6/latest/set-up/install-k6/ and https://go.dev/dl/';

/**
 * How to call k6: the one on PATH when it has the right major version, else the one that infra/load/go.mod pins, built by
 * Go into its cache. Returns `{ command, args, version }`, or `{ missing }` with a message for the user.
 */
export async function findK6() {
  const own = await ask('k6', ['version']);
  const version = versionOf(own);
  if (version !== undefined && Number(version.split('.')[0]) === MAJOR) return { command: 'k6', args: [], version };

  const go = await findGo();
  if (go === undefined) return { missing: `${version === undefined ? '' : `The k6 on PATH is ${version}. `}${notHere}\n${whereToGet}` };
  const told = setTimeout(
    () => say(`Waiting for Go, which builds k6 ${MAJOR} from its module the first time (a minute or two) …`),
    PATIENCE.told,
  );
  const built = await runQuietly(go, ['tool', 'k6', 'version'], { cwd: k6Folder, env: goEnvironment(), timeout: PATIENCE.build });
  clearTimeout(told);
  const builtVersion = versionOf(built);
  if (builtVersion === undefined) return { missing: `k6 is not on PATH, and Go could not build it: ${built.tail}\n${whereToGet}` };
  // The path of the built program, when Go returns it, so that signals go directly to k6.
  const { code, tail } = await runQuietly(go, ['tool', '-n', 'k6'], { cwd: k6Folder, env: goEnvironment() });
  return code === 0 && existsSync(tail)
    ? { command: tail, args: [], version: builtVersion }
    : { command: go, args: ['tool', 'k6'], version: builtVersion };
}

const ask = (command, args) => runQuietly(command, args, { timeout: 10_000 });
const versionOf = ({ code, tail }) => (code === 0 ? /^k6\S* v?(\d+\.\d+\.\d+)/m.exec(tail)?.[1] : undefined);

async function findGo() {
  for (const command of ['go', '/usr/local/go/bin/go']) {
    const { code, tail } = await ask(command, ['env', 'GOVERSION']);
    const [, major, minor] = /^go(\d+)\.(\d+)/.exec(code === 0 ? tail : '') ?? [];
    if (Number(major) > oldestGo[0] || (Number(major) === oldestGo[0] && Number(minor) >= oldestGo[1])) return command;
  }
  return undefined;
}

/** An environment in which Go uses only this module with its checksums, and may download the Go that k6 needs. */
export function goEnvironment() {
  const { GOFLAGS = '', GOTOOLCHAIN = 'auto', PATH = '' } = process.env;
  return {
    ...process.env,
    GOWORK: 'off',
    GOFLAGS: `${GOFLAGS} -mod=readonly`.trim(),
    GOTOOLCHAIN,
    PATH: `${PATH}${delimiter}/usr/local/go/bin`,
  };
}
