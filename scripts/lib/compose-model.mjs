import { parseDocument } from 'yaml';

/** A required variable is not set; `message` is the file's text about it. */
export class Missing extends Error {
  constructor(variable, message) {
    super(`${variable} is missing${message ? `: ${message}` : ''}`);
    this.variable = variable;
  }
}

const OVERRIDE = Symbol('!override');
const RESET = Symbol('!reset');
const tag = (name, mark) => [
  { tag: name, collection: 'map', resolve: (node) => Object.assign(node, { mark }) },
  { tag: name, collection: 'seq', resolve: (node) => Object.assign(node, { mark }) },
];

/**
 * Reads compose files as Compose does: anchors and merges, then variables, then each file over the previous one.
 * @throws Error with the position if a file is not valid YAML; Missing if a required variable is not set
 */
export function readModel(texts, env = {}) {
  return texts.map((text) => interpolated(parsed(text), env)).reduce(laidOver, {});
}

function parsed(text) {
  const document = parseDocument(text, { merge: true, customTags: [...tag('!override', OVERRIDE), ...tag('!reset', RESET)] });
  const [trouble] = [...document.errors, ...document.warnings];
  if (trouble) throw trouble;
  return marked(document.contents, document);
}

/** Plain values; a tagged map or list becomes `{ [mark]: value }`. */
function marked(node, document) {
  // The files are the project's own, and their services share maps: the library's limit against hostile files is too low.
  const value = node?.toJS(document, { maxAliasCount: 1_000 });
  const walk = (one, js) => {
    if (one?.items === undefined || typeof js !== 'object' || js === null) return js;
    for (const item of one.items) {
      const key = item.key === undefined ? undefined : (item.key.value ?? item.key);
      if (key === undefined || key === '<<' || !(key in js)) continue;
      js[key] = walk(item.value, js[key]);
    }
    return one.mark ? { [one.mark]: js } : js;
  };
  return walk(node, value);
}

/** `${NAME}`, also with a default (`:-`, `-`) or an error (`:?`, `?`), and nested; `$$` is a dollar. */
export function substituted(text, env) {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    if (rest.startsWith('$$')) {
      out += '$';
      at += 2;
      continue;
    }
    const plain = /^\$([A-Za-z_]\w*)/.exec(rest);
    const braced = /^\$\{([A-Za-z_]\w*)/.exec(rest);
    if (!plain && !braced) {
      if (rest.startsWith('$')) throw new Error(`"${text}" holds a dollar that begins no variable: write it twice`);
      out += rest[0];
      at += 1;
    } else if (plain) {
      out += env[plain[1]] ?? '';
      at += plain[0].length;
    } else {
      const end = closing(text, at + 2);
      out += valueOf(braced[1], text.slice(at + braced[0].length, end), env);
      at = end + 1;
    }
  }
  return out;
}

function closing(text, from) {
  for (let at = from, depth = 1; at < text.length; at++) {
    if (text.startsWith('${', at)) depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  throw new Error(`"${text}" has a variable without an end`);
}

function valueOf(name, rest, env) {
  const [, colon, operator, word] = /^(:?)([-?])?(.*)$/s.exec(rest);
  const isSet = colon ? Boolean(env[name]) : env[name] !== undefined;
  if (isSet || (rest === '' && !isSet)) return env[name] ?? '';
  if (operator === '-') return substituted(word, env);
  if (operator === '?') throw new Missing(name, word);
  throw new Error(`\${${name}${rest}} is no form of a variable that this check knows`);
}

function interpolated(value, env) {
  if (typeof value === 'string') return substituted(value, env);
  if (Array.isArray(value)) return value.map((one) => interpolated(one, env));
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const key of Reflect.ownKeys(value)) copy[key] = interpolated(value[key], env);
  return copy;
}

/** Compose joins these lists; it replaces other lists. */
const ADDING = new Set(['ports', 'volumes', 'expose', 'dns', 'tmpfs', 'configs', 'secrets', 'profiles', 'security_opt', 'cap_drop']);

function laidOver(below, above, key = '') {
  if (typeof above === 'object' && above !== null && RESET in above) return undefined;
  if (typeof above === 'object' && above !== null && OVERRIDE in above) return above[OVERRIDE];
  if (Array.isArray(below) && Array.isArray(above) && ADDING.has(key)) return [...below, ...above];
  if (!isMap(below) || !isMap(above)) return above;
  const merged = { ...below };
  for (const [name, value] of Object.entries(above)) {
    merged[name] = laidOver(below[name], value, name);
    if (merged[name] === undefined) delete merged[name];
  }
  return merged;
}

const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of all variables of a file, including null values of an environment. */
export function variablesOf(text) {
  const names = new Set([...text.matchAll(/(?<!\$)\$\{([A-Za-z_]\w*)/g)].map(([, name]) => name));
  const handOn = (value, inEnvironment) => {
    if (!isMap(value)) return;
    for (const [key, entry] of Object.entries(value)) {
      if (inEnvironment && entry === null) names.add(key);
      handOn(entry, key.endsWith('environment'));
    }
  };
  handOn(parsed(text), false);
  return names;
}

/** The required variables. Each read of the files names one, which is set for the next read. */
export function demandedBy(texts) {
  const env = {};
  const demanded = new Set();
  for (;;) {
    try {
      readModel(texts, env);
      return demanded;
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      demanded.add(error.variable);
      env[error.variable] = 'set';
    }
  }
}
