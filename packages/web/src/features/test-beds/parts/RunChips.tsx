import type { CaseStatus, TestRun } from '@sheetwright/contract/test-beds/test-run.ts'
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconMinus, IconPlayerPlay, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip, type StatusTone } from '../../../ui/StatusChip.tsx'
import { runStatusNames } from '../run-status-names.ts'
import { caseStatusNames } from '../test-names.ts'

type Look = readonly [StatusTone, ReactNode]

/** The state of a run: that of its job, then the outcome of its cases. */
export function RunChip({ run }: { run: TestRun }) {
  const text = useText()
  const [tone, icon] = lookOf(run)
  const isJudged = run.status === 'Success'
  return (
    <StatusChip tone={tone} icon={icon}>
      {isJudged ? text(verdictOf(run)) : text(runStatusNames[run.status])}
    </StatusChip>
  )
}

function verdictOf({ failed, errors, passed }: TestRun) {
  if (failed > 0) return 'Tests.verdict.failed' as const
  if (errors > 0) return 'Tests.verdict.errors' as const
  return passed > 0 ? ('Tests.verdict.passed' as const) : ('Tests.verdict.computed' as const)
}

function lookOf({ status, failed, errors, passed }: TestRun): Look {
  switch (status) {
    case 'Pending':
      return ['neutral', <IconClock key="icon" />]
    case 'InProgress':
      return ['accent', <IconPlayerPlay key="icon" />]
    case 'Cancelled':
      return ['neutral', <IconBan key="icon" />]
    case 'Fail':
      return ['fail', <IconX key="icon" />]
    case 'Success':
      if (failed > 0) return ['fail', <IconX key="icon" />]
      if (errors > 0) return ['attention', <IconAlertTriangle key="icon" />]
      return passed > 0 ? ['pass', <IconCheck key="icon" />] : ['neutral', <IconMinus key="icon" />]
    default:
      return status satisfies never
  }
}

const caseLooks: Readonly<Record<CaseStatus, Look>> = {
  passed: ['pass', <IconCheck key="icon" />],
  failed: ['fail', <IconX key="icon" />],
  error: ['attention', <IconAlertTriangle key="icon" />],
  computed: ['neutral', <IconMinus key="icon" />],
}

export function CaseChip({ status }: { status: CaseStatus }) {
  const text = useText()
  const [tone, icon] = caseLooks[status]
  return (
    <StatusChip tone={tone} icon={icon}>
      {text(caseStatusNames[status])}
    </StatusChip>
  )
}
