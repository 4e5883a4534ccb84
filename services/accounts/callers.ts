import { accountMessages as messages } from '@nordhaut/contracts';
import { refuse } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './members.ts';

export const callerOf = (request: FastifyRequest): Caller => ({ context: request.context(), address: request.ip });

export const signedInMember = (request: FastifyRequest): string | undefined =>
  request.actor?.kind === 'member' ? request.actor.id : undefined;

/** @throws Rejected 401 */
export const memberIdOf = (request: FastifyRequest): string => signedInMember(request) ?? refuse(401, 'UNAUTHORISED', messages.signInFirst);
