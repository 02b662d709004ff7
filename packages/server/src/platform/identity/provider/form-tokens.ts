import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Proofs in hidden fields of the pages: that a form came from our page (`formToken`), and that its sender just gave a
 * one-time password (`ticket`). Both are bound to one sign-in attempt and signed with the cookie keys.
 */
export interface FormTokens {
  formToken(uid: string): string
  isFormToken(uid: string, token: string): boolean
  ticket(uid: string, holder: TicketHolder): string
  /** The user of a ticket; null if it is forged, of another attempt, or too old. */
  holderOf(uid: string, ticket: string): TicketHolder | null
}

/** The user who gave a one-time password, and the proof of which one it was. */
export interface TicketHolder {
  readonly subject: string
  readonly proof: string
}

const ticketLifeMs = 15 * 60 * 1000

export function createFormTokens(secrets: () => readonly string[]): FormTokens {
  const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const signed = (text: string) => sign(secrets()[0] ?? '', text)
  const matches = (text: string, mac: string) =>
    secrets().some((secret) => {
      const [actual, expected] = [Buffer.from(mac), Buffer.from(sign(secret, text))]
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    })

  return {
    formToken: (uid) => signed(`form:${uid}`),
    isFormToken: (uid, token) => matches(`form:${uid}`, token),
    ticket: (uid, { subject, proof }) => {
      const body = `${subject}:${proof}:${Date.now() + ticketLifeMs}`
      return `${body}:${signed(`ticket:${uid}:${body}`)}`
    },
    holderOf: (uid, ticket) => {
      const [subject = '', proof = '', until = '', mac = ''] = ticket.split(':')
      if (!matches(`ticket:${uid}:${subject}:${proof}:${until}`, mac)) return null
      return Number(until) > Date.now() ? { subject, proof } : null
    },
  }
}
