/** `max.message.bytes`, in bytes: the relay sends up to 900 kB at once, and Kafka adds to it. */
export const LEAST_MESSAGE_BYTES = 1_048_576;

/** A failure of Kafka, explained for operators. The client's own error is the `cause`. */
export class KafkaTrouble extends Error {
  override readonly name = 'KafkaTrouble';
}

/** Whether the member must join its group again: the group removed it, or assigns the partitions anew. */
export const mustRejoin = (error: unknown): boolean =>
  ['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'NOT_COORDINATOR_FOR_GROUP', 'UNKNOWN_MEMBER_ID'].includes(
    String((error as ClientError | undefined)?.type),
  );

/** The fields of the client's errors. The reason may be several causes deep. */
type ClientError = { name?: string; message?: string; type?: string; code?: unknown; broker?: string; cause?: unknown; errors?: unknown[] };

export const noAnswer = ({ brokers }: { brokers: readonly string[] }): KafkaTrouble =>
  new KafkaTrouble(`Kafka cannot be reached at ${brokers.join(', ')}: no answer in time`);

/** One sentence without a full stop: what is wrong, and the remedy where it is known. */
export function kafkaTrouble(error: unknown, { brokers, topic }: { brokers: readonly string[]; topic: string }): KafkaTrouble {
  if (error instanceof KafkaTrouble) return error;
  const chain = causesOf(error);
  const type = chain.map((one) => one.type).find((one) => one !== undefined);
  const sentence =
    (type === undefined ? undefined : byType(type, topic)) ??
    ofConnection(chain, brokers) ??
    `Kafka refused: ${chain.map(({ message }) => message).find(Boolean) ?? String(error)}`;
  return new KafkaTrouble(sentence.slice(0, 400), { cause: error });
}

const isClientError = (error: unknown): error is ClientError => typeof error === 'object' && error !== null;

function causesOf(error: unknown): ClientError[] {
  const chain: ClientError[] = [];
  for (let one = error; isClientError(one) && chain.length < 10; one = one.cause ?? one.errors?.[0]) chain.push(one);
  return chain;
}

function byType(type: string, topic: string): string | undefined {
  switch (type) {
    case 'UNKNOWN_TOPIC_OR_PARTITION':
      return `Kafka has no topic ${topic}: make it with --job topics`;
    case 'LEADER_NOT_AVAILABLE':
    case 'NOT_ENOUGH_REPLICAS':
    case 'NOT_ENOUGH_REPLICAS_AFTER_APPEND':
      return `Kafka takes no messages for ${topic}: too few of its brokers are up`;
    case 'TOPIC_AUTHORIZATION_FAILED':
    case 'GROUP_AUTHORIZATION_FAILED':
    case 'CLUSTER_AUTHORIZATION_FAILED':
      return `Kafka does not allow this user what it needs on ${topic} (${type})`;
    case 'INVALID_REPLICATION_FACTOR':
      return 'Kafka has fewer brokers than KAFKA_REPLICATION asks for';
    case 'MESSAGE_TOO_LARGE':
      return `Kafka refuses messages of this size for ${topic}: set its max.message.bytes to ${LEAST_MESSAGE_BYTES} or more`;
    case 'INVALID_TOPIC_EXCEPTION':
      return `Kafka does not take ${topic} as the name of a topic`;
    default:
      return undefined;
  }
}

function ofConnection(chain: ClientError[], brokers: readonly string[]): string | undefined {
  const at = brokers.join(', ');
  const said = chain.map(({ message = '' }) => message).join(' ');
  if (chain.some(({ name = '' }) => /SASL/i.test(name)) || /SASL|authentication failed/i.test(said))
    return `Kafka at ${at} refuses KAFKA_USERNAME with KAFKA_PASSWORD`;
  if (/certificate|wrong version number|SSL|TLS|EPROTO/i.test(said)) return `no TLS connection with Kafka at ${at}: ${chain[0]?.message}`;
  if (!chain.some(({ name = '' }) => /Connection|Timeout|BrokerNotFound|NoBroker|CoordinatorNotFound|MetadataNotLoaded/.test(name)))
    return undefined;
  // A broker may advertise another address than the one under which it answered.
  const broker = chain.map((one) => one.broker).find((one) => one !== undefined);
  const advertised = broker !== undefined && !brokers.includes(broker) ? ` (its brokers say that they are at ${broker})` : '';
  return `Kafka cannot be reached at ${at}${advertised}: ${reason(said)}`;
}

function reason(said: string): string {
  if (/ECONNREFUSED/.test(said)) return 'nothing listens there';
  if (/ENOTFOUND|EAI_AGAIN/.test(said)) return 'there is no such host';
  if (/ECONNRESET|Closed connection|EPIPE/i.test(said)) return 'the connection was cut';
  if (/coordinator/i.test(said)) return 'it is still starting';
  if (/timeout|timed out|ETIMEDOUT/i.test(said)) return 'no answer in time';
  return said.slice(0, 200) || 'the connection failed';
}
