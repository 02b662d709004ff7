import type { StoredMail } from '../../platform/mail/mail.store.ts'

export function mailHeadAnswer({ id, recipient, subject, createdAt, sentAt, lastError }: StoredMail) {
  const times = { createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null }
  return { id, recipient, subject, lastError, ...times }
}
