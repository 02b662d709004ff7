import type { Mail } from '../mail/mail.store.ts'
import { linkHours } from './password-links.store.ts'

interface Recipient {
  readonly email: string
  readonly fullName: string
}

/** URL of the page where the owner of a link chooses a password. */
export function passwordLinkAddress(origin: string, tenant: string, secret: string): string {
  return `${origin}/idp/choose-password?${new URLSearchParams({ tenant, token: secret }).toString()}`
}

/** Mails are in both languages: the recipient's language is not known yet. */
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

/** Sends the owner of an existing account a link for a new password, on behalf of a supervisor. */
export function resetMail({ email, fullName }: Recipient, askedBy: string, address: string): Mail {
  const days = linkHours.invitation / 24
  return {
    recipient: email,
    subject: 'A new Sheetwright password / Sheetwright の新しいパスワード',
    body: `Hello ${fullName},

${askedBy} asked for this link, with which you can choose a new Sheetwright password:

${address}

The link works once, for ${days} days. Your present password works until then. If you did not expect this mail, tell ${askedBy}.

----

${fullName} 様

${askedBy} さんが、Sheetwright の新しいパスワードを設定するためのリンクを申し込みました。

${address}

このリンクは一回限り、${days} 日間有効です。それまでは現在のパスワードを使用できます。お心当たりがない場合は ${askedBy} さんにお知らせください。
`,
  }
}

export function forgottenMail({ email, fullName }: Recipient, address: string, from: string): Mail {
  const hours = linkHours.forgotten
  return {
    recipient: email,
    subject: 'Your Sheetwright password / Sheetwright のパスワード',
    body: `Hello ${fullName},

somebody at the address ${from}, probably you, asked for a new Sheetwright password. Choose it here:

${address}

The link works once, for ${hours} hour. If it was not you, nothing needs to be done.

----

${fullName} 様

アドレス ${from} から、Sheetwright の新しいパスワードの設定が申し込まれました。次のリンクから設定してください。

${address}

このリンクは一回限り、${hours} 時間有効です。お心当たりがない場合は、何もする必要はありません。
`,
  }
}

/** Notifies the owner of changes to an account, so that nobody takes it over unseen. */
export function passwordChangedMail(owner: Recipient, from: string): Mail {
  return noticeMail(owner, {
    subject: 'Your Sheetwright password was changed / Sheetwright のパスワードが変更されました',
    en: `the password of your Sheetwright account was changed from the address ${from}. All other sessions were ended.`,
    ja: `アドレス ${from} から、あなたの Sheetwright アカウントのパスワードが変更されました。ほかのセッションは終了しました。`,
  })
}

export function resetByOperatorMail(owner: Recipient): Mail {
  return noticeMail(owner, {
    subject: 'Your Sheetwright password was reset / Sheetwright のパスワードがリセットされました',
    en: 'the operator of the installation has given your Sheetwright account a one-time password. All sessions were ended.',
    ja: 'システムの運用者が、あなたの Sheetwright アカウントに一回限りのパスワードを設定しました。すべてのセッションは終了しました。',
  })
}

export function factorRemovedMail(owner: Recipient, by: string): Mail {
  return noticeMail(owner, {
    subject: 'Your second factor was removed / 二要素認証が解除されました',
    en: `${by} removed the second factor of your Sheetwright account.`,
    ja: `${by} さんが、あなたの Sheetwright アカウントの二要素認証を解除しました。`,
  })
}

function noticeMail({ email, fullName }: Recipient, words: { subject: string; en: string; ja: string }): Mail {
  return {
    recipient: email,
    subject: words.subject,
    body: `Hello ${fullName},

${words.en}

If you did not expect this, tell an administrator of your tenant at once.

----

${fullName} 様

${words.ja}

お心当たりがない場合は、すぐにテナントの管理者にお知らせください。
`,
  }
}
