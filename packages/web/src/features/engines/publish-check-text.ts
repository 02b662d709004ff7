import type { PublishCheck, PublishCheckCode } from '@sheetwright/contract/engines/publish-checks.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { ServerText } from '../../platform/messages/server-text.ts'
import type { Text } from '../../platform/messages/use-text.ts'
import { excelDigits, isTableText } from '../../ui/value-text.ts'

const texts: Readonly<Record<PublishCheckCode, { passed: MessageId; failed: MessageId }>> = {
  PROGRAM_DIFFERS: { passed: 'PublishCheck.program.passed', failed: 'PublishCheck.program.failed' },
  PROOF_DIFFERS: { passed: 'PublishCheck.proof.passed', failed: 'PublishCheck.proof.failed' },
  PROOF_MISSING: { passed: 'PublishCheck.saved.passed', failed: 'PublishCheck.saved.failed' },
  PROOF_LOCALE: { passed: 'PublishCheck.locale.passed', failed: 'PublishCheck.locale.failed' },
  OUTPUTS_FAIL: { passed: 'PublishCheck.outputs.passed', failed: 'PublishCheck.outputs.failed' },
  INTERFACE_BREAKS: { passed: 'PublishCheck.interface.passed', failed: 'PublishCheck.interface.failed' },
  TESTS_FAIL: { passed: 'PublishCheck.tests.passed', failed: 'PublishCheck.tests.failed' },
  NOT_APPROVED: { passed: 'PublishCheck.approval.passed', failed: 'PublishCheck.approval.failed' },
  RESULTS_CHANGE: { passed: 'PublishCheck.results.passed', failed: 'PublishCheck.results.failed' },
}

/** The finding of a check as text. */
export function publishCheckText(text: Text, { code, outcome, count, facts }: PublishCheck): string {
  const { passed, failed } = texts[code]
  return text(outcome === 'passed' ? passed : failed, {
    count,
    ...facts,
    isFirst: String(facts['revision'] === undefined),
  })
}

const although: Readonly<Partial<Record<PublishCheckCode, MessageId>>> = {
  PROOF_DIFFERS: 'PublishAlthough.cells',
  PROOF_MISSING: 'PublishAlthough.unproven',
  PROOF_LOCALE: 'PublishAlthough.locale',
  OUTPUTS_FAIL: 'PublishAlthough.outputs',
  INTERFACE_BREAKS: 'PublishAlthough.interface',
  RESULTS_CHANGE: 'PublishAlthough.results',
  TESTS_FAIL: 'PublishAlthough.tests',
}

/** What the button for publishing does, and despite what; undefined if no check fails. */
export function publishAlthough(
  text: Text,
  subject: string,
  checks: readonly PublishCheck[] | undefined,
): string | undefined {
  const failed = checks?.filter(({ outcome }) => outcome === 'failed') ?? []
  const [first, ...others] = failed
  if (first === undefined) return undefined
  const only = others.length === 0 ? although[first.code] : undefined
  return only === undefined
    ? text('PublishAlthough.checks', { subject, count: failed.length })
    : text(only, { subject, count: first.count })
}

/** One finding of a check: its subject, and the values before and after. */
export function findingText(
  text: Text,
  serverText: ServerText,
  { name, before, after }: PublishCheck['findings'][number],
): string {
  if (before === null && after === null) return name
  // Without a value before, this is a sentence about the output.
  if (before === null) return text('PublishCheck.finding.is', { name, after: serverText(after ?? '') })
  if (after === null)
    return text('PublishCheck.finding.was', { name, before, after: text('PublishCheck.finding.gone') })
  if (isTableText(before) || isTableText(after)) return text('PublishCheck.finding.table', { name })
  const [was, is] = [excelDigits(before), excelDigits(after)]
  return text('PublishCheck.finding.was', { name, ...(was === is ? { before, after } : { before: was, after: is }) })
}
