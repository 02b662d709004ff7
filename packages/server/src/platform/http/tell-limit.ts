import type { FastifyReply } from 'fastify'
import { addToHeader } from './add-to-header.ts'

/** Adds a limit to the answer, also to that of a refusal. */
export type TellLimit = (left: string, policy: string) => void

export function tellLimit(reply: FastifyReply, left: string, policy: string): void {
  addToHeader(reply, 'ratelimit', left)
  addToHeader(reply, 'ratelimit-policy', policy)
}
