import type { CallHead } from '../../src/features/call-log/call-head.ts'

/** A call as the log takes it, with a placeholder caller. */
export function callHead(changes: Partial<CallHead> = {}): CallHead {
  return {
    id: '019b76da-a800-7000-8000-000000000001',
    productId: '019b76da-a800-7000-8000-000000000002',
    engineId: '019b76da-a800-7000-8000-000000000003',
    versionId: '019b76da-a800-7000-8000-000000000004',
    at: new Date(Date.UTC(2026, 2, 1) + 1),
    callerKind: 'anyone',
    callerId: null,
    callerName: '',
    purpose: 'Quote',
    sourceSystem: '',
    correlationId: '',
    subservice: null,
    engineType: 'Type1',
    micros: 1,
    records: 1,
    recordCallIds: null,
    failed: 0,
    warnings: 0,
    ...changes,
  }
}
