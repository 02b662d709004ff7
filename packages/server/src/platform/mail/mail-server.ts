import { createTransport } from 'nodemailer'
import type { Mail } from './mail.store.ts'

export interface MailServer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** Milliseconds. Their sum stays far below the time for which a mail is claimed. */
const patience = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000, dnsTimeout: 30_000 }

/** The mail server of a URL such as smtp://user:password@host:587. */
export function openMailServer(address: string, from: string): MailServer {
  const transport = createTransport({ url: address, ...patience }, { from })
  return {
    send: async ({ recipient, subject, body }) => {
      await transport.sendMail({ to: { name: '', address: recipient }, subject, text: body })
    },
    close: () => transport.close(),
  }
}
