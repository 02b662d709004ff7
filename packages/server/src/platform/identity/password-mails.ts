import type { Mail } from '../mail/mail.store.ts'
import { linkHours } from './password-links.store.ts'

interface Recipient {
  readonly email: string
  readonly fullName: string
}

/** Address of the page where the owner of a link chooses a password. */
export function passwordLinkAddress(origin: string, tenant: string, secret: string): string {
  return `${origin}/idp/choose-password?${new URLSearchParams({ tenant, token: secret }).toString()}`
}

/** Mails are written in both languages: which one the recipient reads is not known yet. */
export function invitationMail({ email, fullName }: Recipient, invitedBy: string, address: string): Mail {
  const days = linkHours.invitation / 24
  return {
    recipient: email,
    subject: 'Welcome to Sheetwright / Sheetwright へようこそ',
    body: `Hello ${fullName},

${invitedBy} has opened an account for you in Sheetwright. Choose your password here:

${address}

The link works once, for ${days} days.

----

${fullName} 様

${invitedBy} さんが Sheetwright にあなたのアカウントを作成しました。次のリンクからパスワードを設定してください。

${address}

このリンクは一回限り、${days} 日間有効です。
`,
  }
}

export function forgottenMail({ email, fullName }: Recipient, address: string): Mail {
  const hours = linkHours.forgotten
  return {
    recipient: email,
    subject: 'Your Sheetwright password / Sheetwright のパスワード',
    body: `Hello ${fullName},

somebody, probably you, asked for a new Sheetwright password. Choose it here:

${address}

The link works once, for ${hours} hour. If it was not you, nothing needs to be done.

----

${fullName} 様

Sheetwright の新しいパスワードの設定が申し込まれました。次のリンクから設定してください。

${address}

このリンクは一回限り、${hours} 時間有効です。お心当たりがない場合は、何もする必要はありません。
`,
  }
}
