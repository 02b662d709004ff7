import { storableText } from '../../platform/db/storable-text.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import type { CallWriter } from './call-queue.store.ts'
import type { CallHead } from './call-head.ts'
import { maskedText } from './mask-call.ts'

/** The outcome of a call. */
export interface CallOutcome {
  readonly responseText: string
  /** Number of records with errors. */
  readonly failed: number
  /** Number of records with warnings; 0 by default. */
  readonly warnings?: number
  readonly micros: number
}

export interface KeptCall extends CallOutcome {
  readonly tenantId: string
  readonly callId: string
  readonly at: Date
  readonly caller: CallerIdentity
  /** The version that ran; its id is null if none could run. */
  readonly version: Pick<RunnableVersion, 'engineId' | 'productId' | 'engineType' | 'auditCalls' | 'maskedInputs'> & {
    readonly id: string | null
  }
  readonly marks: { readonly purpose: string; readonly sourceSystem: string; readonly correlationId: string }
  readonly subservice: string | null
  readonly requestText: string
  readonly recordCallIds?: readonly string[]
}

/** Hands a call to the log. Answer the call once the promise resolves: a durable call is then on disk. */
export function keepCall(calls: CallWriter, call: KeptCall): Promise<void> | undefined {
  const { version, marks, caller } = call
  const { callerKind, callerId, callerName } = whoOf(caller)
  const { maskedInputs } = version
  const keptText = (text: string) => (maskedInputs.length === 0 ? text : maskedText(text, maskedInputs))
  const head: CallHead = {
    id: call.callId,
    productId: version.productId,
    engineId: version.engineId,
    versionId: version.id,
    at: call.at,
    callerKind,
    callerId,
    callerName: storableText(callerName),
    purpose: marks.purpose,
    sourceSystem: marks.sourceSystem,
    correlationId: marks.correlationId,
    subservice: call.subservice === null ? null : storableText(call.subservice),
    engineType: version.engineType,
    micros: call.micros,
    records: call.recordCallIds?.length ?? 1,
    recordCallIds: call.recordCallIds ?? null,
    failed: call.failed,
    warnings: call.warnings ?? 0,
  }
  return calls.write({
    tenantId: call.tenantId,
    head,
    request: keptText(call.requestText),
    response: keptText(call.responseText),
    durable: version.auditCalls,
  })
}

export function whoOf(caller: CallerIdentity): Pick<CallHead, 'callerKind' | 'callerId' | 'callerName'> {
  switch (caller.kind) {
    case 'user':
      return { callerKind: 'user', callerId: caller.userId, callerName: caller.displayName }
    case 'key':
      return { callerKind: 'key', callerId: caller.keyId, callerName: caller.keyName }
    case 'visitor':
      return { callerKind: 'visitor', callerId: caller.visitorId, callerName: caller.email ?? caller.serviceName }
    // A visitor of a shared file calls no engine.
    case 'fileVisitor':
    case 'anyone':
      return { callerKind: 'anyone', callerId: null, callerName: '' }
    default:
      return caller satisfies never
  }
}
