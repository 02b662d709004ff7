import type { UsageSums } from '@sheetwright/contract/insights/usage.ts'

interface WeeklyUsage {
  readonly origin: string
  /** The first and last day of the week. */
  readonly from: string
  readonly to: string
  readonly week: UsageSums
  readonly before: UsageSums
  readonly engines: readonly { readonly name: string; readonly calls: number; readonly errors: number }[]
}

/** Subject and body of the mail. */
export function weeklyMailText(language: 'en' | 'ja', usage: WeeklyUsage): { subject: string; body: string } {
  const number = new Intl.NumberFormat(language === 'ja' ? 'ja-JP' : 'en-US', { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(language === 'ja' ? 'ja-JP' : 'en-US', {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  })
  const { week, before, from, to } = usage
  const change = before.calls === 0 ? '–' : share.format(week.calls / before.calls - 1)
  const mean = week.calls === 0 ? '–' : `${number.format(week.millis / week.calls)} ms`
  const address = `${usage.origin}/insights?range=7d`
  if (language === 'ja') {
    return {
      subject: `エンジンの利用状況：${from}～${to}`,
      body: [
        `${from} から ${to} までの利用状況です。`,
        '',
        `呼び出し数：${number.format(week.calls)}（前週比 ${change}）`,
        `エラーのある呼び出し：${number.format(week.errors)}`,
        `レコード数：${number.format(week.records)}`,
        `平均時間：${mean}`,
        '',
        ...usage.engines.map(
          ({ name, calls, errors }) => `・${name}：${number.format(calls)} 回（エラー ${number.format(errors)} 回）`,
        ),
        '',
        `詳細：${address}`,
        'このメールは「インサイト」で停止できます。',
      ].join('\n'),
    }
  }
  return {
    subject: `Usage of engines from ${from} to ${to}`,
    body: [
      `How engines were used from ${from} to ${to}.`,
      '',
      `Calls: ${number.format(week.calls)} (${change} from the week before)`,
      `Calls with errors: ${number.format(week.errors)}`,
      `Records: ${number.format(week.records)}`,
      `Mean time: ${mean}`,
      '',
      ...usage.engines.map(
        ({ name, calls, errors }) => `- ${name}: ${number.format(calls)} calls, ${number.format(errors)} with errors`,
      ),
      '',
      `More: ${address}`,
      'Switch this mail off under Insights.',
    ].join('\n'),
  }
}
