import * as z from 'zod/mini';
import * as contracts from '@nordhaut/contracts';
import { EXAMPLES, TAGS } from '@nordhaut/contracts/documentation';
import type { RegisteredRoute } from './route-registry.ts';
import type { CookieRules } from './visitor.ts';

type Json = Record<string, unknown>;
type Operation = Json & {
  tags?: string[];
  parameters?: Json[];
  requestBody?: { content: Record<string, { schema: Json; encoding?: Json }> };
  responses: Record<string, Json & { headers?: Json }>;
};
/** The parts of an OpenAPI document that are read here. */
export type Document = Json & {
  paths?: Record<string, Record<string, Operation>>;
  components?: Json & { schemas?: Record<string, Json> };
};

const FORM = 'application/x-www-form-urlencoded';
const SCHEMAS = '#/components/schemas/';
const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Schemas of a path or a query. Each field becomes a parameter, so a reference to the whole is impossible. */
const IN_THE_ADDRESS = /(Params|Query)$/;

/** Schemas that get a name in the description. Numbers and texts are described inline. */
const isComposed = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.core.$ZodObject || schema instanceof z.core.$ZodPipe || schema instanceof z.core.$ZodUnion;

/** Every composed schema of the contracts with its name, for references in the description. Of two aliases, the shorter. */
export function contractRegistry(): z.core.$ZodRegistry<z.core.JSONSchemaMeta> {
  const registry = new z.core.$ZodRegistry<z.core.JSONSchemaMeta>();
  const named = Object.entries(contracts).toSorted(([one], [other]) => one.length - other.length || (one < other ? -1 : 1));
  for (const [id, schema] of named) {
    if (!(schema instanceof z.core.$ZodType) || registry.has(schema) || IN_THE_ADDRESS.test(id) || !isComposed(schema)) continue;
    registry.add(schema, { id, ...(EXAMPLES[id] && { examples: [...EXAMPLES[id]] }) });
  }
  return registry;
}

/** Adds the ids, security, headers and errors of each route to the generated document, and removes unused components. */
export function completed(document: Document, routes: readonly RegisteredRoute[], rules: Pick<CookieRules, 'name'>): Document {
  const tags = new Set<string>();
  for (const { method, url, access, config } of routes) {
    const operation = document.paths?.[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (operation === undefined) continue;
    for (const tag of operation.tags ?? []) tags.add(tag);
    const changes = CHANGES.has(method);
    const keyed = changes && config.idempotency !== 'off' && access !== 'provider';
    operation['operationId'] = operationId(method, url);
    operation['security'] = SECURITY[access] ?? SECURITY.public;
    const shown = access === 'member' ? ['ForMember'] : access === 'support' ? ['ForStaff'] : [];
    const named = [...(keyed ? ['IdempotencyKey'] : []), ...(config.tagged ? ['IfNoneMatch'] : []), ...shown].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    }));
    if (named.length > 0) operation.parameters = [...(operation.parameters ?? []), ...named];
    for (const answer of Object.values(operation.responses)) {
      const headers = {
        ...(keyed && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
        ...(changes && { 'Set-Cookie': { $ref: '#/components/headers/SetCookie' } }),
        ...(config.tagged && { ETag: { $ref: '#/components/headers/ETag' } }),
      };
      if (Object.keys(headers).length > 0) answer.headers = { ...answer.headers, ...headers };
    }
    if (config.tagged) operation.responses['304'] = { $ref: '#/components/responses/Unchanged' };
    operation.responses['4XX'] = { $ref: `#/components/responses/${keyed ? 'RefusedWithKey' : 'Refused'}` };
    operation.responses['5XX'] = { $ref: '#/components/responses/Failed' };
    encodeForm(operation, document);
  }
  return usedOnly({
    ...document,
    tags: [...tags].toSorted().map((name) => ({ name, description: TAGS[name] ?? name })),
    components: { ...document.components, ...components(rules) },
  });
}

/** `POST /api/cart/items/:productId` is `postCartItemsByProductId`. */
const operationId = (method: string, url: string): string =>
  method.toLowerCase() +
  url
    .replace(/^\/api\//, '')
    .replaceAll(':', 'by/')
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

const SECURITY: Partial<Record<RegisteredRoute['access'], readonly Json[]>> & { public: readonly Json[] } = {
  public: [{}, { visitor: [] }],
  proof: [{ orderProof: [] }, { orderProofCookie: [] }, {}],
  member: [{ member: [] }],
  support: [{ staff: [] }],
  // The signature is a field of the form, and no scheme of OpenAPI describes that.
  provider: [{}],
};

/** In a form, arrays and objects are JSON text in their field. */
function encodeForm({ requestBody }: Operation, document: Document): void {
  const form = requestBody?.content[FORM];
  if (requestBody === undefined || form === undefined) return;
  const { $ref } = form.schema;
  const schema = typeof $ref === 'string' ? document.components?.schemas?.[$ref.slice(SCHEMAS.length)] : form.schema;
  const structured = Object.entries((schema?.['properties'] ?? {}) as Record<string, Json>).filter(
    ([, { type }]) => type === 'array' || type === 'object',
  );
  if (structured.length === 0) return;
  const encoding = Object.fromEntries(structured.map(([name]) => [name, { contentType: 'application/json' }]));
  // Both content types share one object, but only the form has an encoding.
  requestBody.content[FORM] = { ...form, encoding };
}

const errorContent = { 'application/json': { schema: { $ref: `${SCHEMAS}ErrorBody` } } };
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
const replayed = { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } };

const forAccount = (name: string, what: string): Json => ({
  name,
  in: 'header',
  required: false,
  description: `${what} whose page the call comes from. Where the session is another account's, it answers 409 \`OTHER_ACCOUNT\` and has no effect.`,
  schema: { type: 'string' },
});

const components = (rules: Pick<CookieRules, 'name'>): Json => ({
  securitySchemes: {
    visitor: {
      type: 'apiKey',
      in: 'cookie',
      name: rules.name('visitor'),
      description: "The visitor's signed cookie. The first call that needs a cart sets it; the cart and the idempotency keys belong to it.",
    },
    member: {
      type: 'apiKey',
      in: 'cookie',
      name: rules.name('session'),
      description: "A member's session. Signing in and registering set it.",
    },
    staff: {
      type: 'apiKey',
      in: 'cookie',
      name: rules.name('console'),
      description: "A support person's session. The second factor sets it. The rights of the person decide about each call.",
    },
    orderProof: {
      type: 'apiKey',
      in: 'header',
      name: 'Order-Proof',
      description: 'The `proof` of one order, as its placement or its `/proof` call answered it.',
    },
    orderProofCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'order-proof',
      description: 'The same proof as a cookie whose path is that order. Its placement and its `/proof` call set it.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same key with the same body gets the first answer for 24 hours; with another body it answers 422. A key belongs to the visitor cookie. Without that cookie it counts only if it is a UUID, and the repeated answer sets no cookies.',
      schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
      example: '0b8f3c1e-6f0a-4d9e-8a53-7d1f2c3b4a59',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` of an earlier answer, or several with commas. While the answer is the same, the call answers 304.',
      schema: { type: 'string' },
    },
    ForMember: forAccount('For-Member', '`user_uid` of the member'),
    ForStaff: forAccount('For-Staff', '`staffId` of the person'),
  },
  headers: {
    IdempotentReplayed: {
      description: '`true` where this is the kept answer of an earlier call with the same `Idempotency-Key`.',
      schema: { type: 'string', enum: ['true'] },
    },
    ETag: {
      description: 'Names the content of the answer. Not with an answer that sets a cookie.',
      schema: { type: 'string', pattern: '^W/"[\\w-]+"$' },
    },
    RetryAfter: {
      description: 'The seconds after which the same call may succeed. With most 429 and 503, and with 409 `IDEMPOTENCY_KEY_IN_USE`.',
      schema: { type: 'string', pattern: '^\\d+$' },
    },
    SetCookie: {
      description: 'The cookies under securitySchemes, where the call sets one. All are HttpOnly and SameSite=Lax.',
      schema: { type: 'string' },
    },
  },
  responses: {
    Unchanged: {
      description: 'The answer is the one that `If-None-Match` names; no body.',
      headers: { ETag: { $ref: '#/components/headers/ETag' } },
    },
    Refused: {
      description: 'The call is refused; `code` says why and `message` is for a person.',
      headers: retryAfter,
      content: errorContent,
    },
    RefusedWithKey: {
      description:
        'The call is refused; `code` says why and `message` is for a person. Where the call itself refuses, the refusal is kept for the `Idempotency-Key`, except 429. A refusal before that is not: of the key, of the caller, of a body that does not fit.',
      headers: { ...replayed, ...retryAfter },
      content: errorContent,
    },
    Failed: {
      description: 'The shop or a provider cannot answer now. The same call with the same `Idempotency-Key` is safe.',
      headers: retryAfter,
      content: errorContent,
    },
  },
});

/** Removes components without a reference from a path. An input schema gets its plain name if that is free. */
function usedOnly(document: Document): Document {
  const all = document.components ?? {};
  const reached = new Set<string>();
  const open: unknown[] = [document.paths];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, entry] of Object.entries(value)) {
      if (name !== '$ref' || typeof entry !== 'string') open.push(entry);
      else if (!reached.has(entry)) {
        reached.add(entry);
        const [, , kind = '', component = ''] = entry.split('/');
        open.push((all[kind] as Json | undefined)?.[component]);
      }
    }
  }
  const kept = Object.entries(all).map(([kind, entries]): [string, Json] => {
    const used = Object.entries(entries as Json).filter(
      ([name]) => kind === 'securitySchemes' || reached.has(`#/components/${kind}/${name}`),
    );
    return [kind, Object.fromEntries(used)];
  });
  const text = JSON.stringify({ ...document, components: Object.fromEntries(kept) });
  const plain = text.replaceAll(/"(#\/components\/schemas\/)?(\w+)Input"(?=[:,}\]])/g, (whole, path: string | undefined, name: string) =>
    Object.hasOwn(all.schemas ?? {}, `${name}Input`) && !reached.has(SCHEMAS + name) ? `"${path ?? ''}${name}"` : whole,
  );
  return JSON.parse(plain) as Document;
}
