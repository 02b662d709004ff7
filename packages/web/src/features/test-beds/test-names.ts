import type { MessageId } from '../../platform/messages/load-messages.ts'

/** Message ids by the values of the API. */
export const caseStatusNames = {
  computed: 'Tests.case.computed',
  error: 'Tests.case.error',
  failed: 'Tests.case.failed',
  passed: 'Tests.case.passed',
} as const satisfies Record<string, MessageId>

export const runKindNames = {
  regression: 'Tests.kind.regression',
  replay: 'Tests.kind.replay',
  test: 'Tests.kind.test',
} as const satisfies Record<string, MessageId>

export const versionSourceNames = {
  case: 'Tests.source.case',
  edit: 'Tests.source.edit',
  generated: 'Tests.source.generated',
  regression: 'Tests.source.regression',
  replay: 'Tests.source.replay',
  upload: 'Tests.source.upload',
} as const satisfies Record<string, MessageId>

export const methodNames = {
  boundary: 'Tests.method.boundary',
  calls: 'Tests.method.calls',
  grid: 'Tests.method.grid',
  pairwise: 'Tests.method.pairwise',
  random: 'Tests.method.random',
} as const satisfies Record<string, MessageId>

export const methodTexts = {
  boundary: 'Tests.method.boundary.text',
  calls: 'Tests.method.calls.text',
  grid: 'Tests.method.grid.text',
  pairwise: 'Tests.method.pairwise.text',
  random: 'Tests.method.random.text',
} as const satisfies Record<string, MessageId>

export const approvalNames = {
  approved: 'Gate.state.approved',
  open: 'Gate.state.open',
  rejected: 'Gate.state.rejected',
} as const satisfies Record<string, MessageId>
