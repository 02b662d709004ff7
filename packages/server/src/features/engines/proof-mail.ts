import type { Mail } from '../../platform/mail/mail.store.ts'

interface FailedProof {
  readonly recipient: string
  readonly serviceName: string
  readonly address: string
  readonly fault: string
}

/** Mail to the owner of an engine whose program was found to be wrong after the build. */
export function proofMail({ recipient, serviceName, address, fault }: FailedProof): Mail {
  return {
    recipient,
    subject: `${serviceName}: the proof failed / 検証に失敗しました`,
    body: `The proof of ${serviceName} went on after the upload and found a difference.

${fault}

The version runs on the reference evaluator from now on: its results are right, and take longer. Upload the workbook again, or ask us about it.
${address}

----

「${serviceName}」の検証をアップロード後に続けたところ、相違が見つかりました。

${fault}

このバージョンは今後、参照評価器で計算します。結果は正しいままですが、時間がかかります。ブックをもう一度アップロードするか、お問い合わせください。
${address}
`,
  }
}
