import { createTransport } from 'nodemailer'
import type { Mail } from './mail.store.ts'

export interface MailServer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server at an address such as smtp://user:password@host:587. */
export function openMailServer(address: string, from: string): MailServer {
  const transport = createTransport(address, { from })
  return {
    send: async ({ recipient, subject, body }) => {
      await transport.sendMail({ to: { name: '', address: recipient }, subject, text: body })
    },
    close: () => transport.close(),
  }
}
