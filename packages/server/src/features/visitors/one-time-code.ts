import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { oneTimeCode } from '@sheetwright/contract/visitors/visitor-fields.ts'
import type { Mail } from '../../platform/mail/mail.store.ts'

export function newCode(): string {
  return String(randomInt(10 ** oneTimeCode.digits)).padStart(oneTimeCode.digits, '0')
}

/** Codes are stored as hashes; their short lifetime and few attempts prevent guessing. */
export function codeHash(visitorId: string, code: string): string {
  return createHash('sha256').update(`${visitorId} ${code}`).digest('hex')
}

export function isCode(visitorId: string, code: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(codeHash(visitorId, code)), Buffer.from(hash))
}

export function codeMail(recipient: string, code: string): Mail {
  return {
    recipient,
    subject: 'Your code for Sheetwright / Sheetwright の確認コード',
    body: `Your code is ${code}

It works once, for ${oneTimeCode.minutes} minutes. If you did not ask for it, nothing needs to be done.

----

確認コード: ${code}

このコードは一回限り、${oneTimeCode.minutes} 分間有効です。お心当たりがない場合は、何もする必要はありません。
`,
  }
}
