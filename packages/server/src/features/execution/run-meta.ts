import { defaultCallPurpose, type RequestMeta } from '@sheetwright/contract/execution/request.ts'
import { storableText } from '../../platform/db/storable-text.ts'
import type { WantedVersion } from './engine-directory.ts'
import type { RecordOptions } from './run-records.ts'

/** A transaction date as a time; a day means its start, UTC. */
export function dateOf(given: string | null | undefined): Date | undefined {
  return given === null || given === undefined ? undefined : new Date(given)
}

export function wantedVersion(meta: Pick<RequestMeta, 'version_id' | 'version' | 'transaction_date'>): WantedVersion {
  return {
    versionId: meta.version_id ?? undefined,
    revision: meta.version ?? undefined,
    at: dateOf(meta.transaction_date),
  }
}

/** Identifiers of a call in its answer and in the log. */
export interface CallMarks {
  readonly purpose: string
  readonly sourceSystem: string
  readonly correlationId: string
}

export function marksOf(
  meta: Pick<RequestMeta, 'call_purpose' | 'source_system' | 'correlation_id'>,
  requestId: string,
): CallMarks {
  return {
    purpose: storableText(meta.call_purpose ?? '') || defaultCallPurpose,
    sourceSystem: storableText(meta.source_system ?? ''),
    correlationId: storableText(meta.correlation_id ?? '') || requestId,
  }
}

/** `ALL` or an empty name means the plain inputs and outputs. */
export function subserviceOf(name: string | null | undefined): string | undefined {
  return name === null || name === undefined || name === '' || name.toUpperCase() === 'ALL' ? undefined : name
}

export function recordOptions(
  at: Date,
  meta: Pick<RequestMeta, 'service_category' | 'requested_output' | 'validate'>,
  { correlationId }: Pick<CallMarks, 'correlationId'>,
): RecordOptions {
  const outputs = meta.requested_output ?? []
  return {
    at: at.getTime(),
    correlationId,
    seed: Math.floor(Math.random() * 2 ** 31),
    subservice: subserviceOf(meta.service_category),
    outputs: outputs.length === 0 ? undefined : outputs,
    validate: meta.validate === false ? false : undefined,
  }
}
