import type { Acknowledgement, PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import { useState } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { type EngineAddress, usePublishChecks } from './queries.ts'

export interface PublishReview {
  readonly checks: readonly PublishCheck[] | undefined
  readonly loading: boolean
  readonly error: Error | null
  readonly retry: () => void
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly reasonError: string | null
  /** How often the missing reason was asked for. */
  readonly reasonAsked: number
  /** False until the checks are known, and if one of them forbids publishing. */
  readonly mayPublish: boolean
  /** What is sent with the publication; null while the reason is missing, which the field then shows. */
  readonly acknowledge: () => { acknowledge?: Acknowledgement } | null
}

/** The checks of a version to be published, and the reason for publishing it if some fail. */
export function usePublishReview(address: EngineAddress, version: string): PublishReview {
  const text = useText()
  const query = usePublishChecks(address, version)
  const [reason, setReason] = useState('')
  const [reasonError, setReasonError] = useState<string | null>(null)
  const [reasonAsked, setReasonAsked] = useState(0)
  const checks = query.data
  const failed = (checks ?? []).filter(({ outcome }) => outcome === 'failed')
  return {
    checks,
    loading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    reason,
    setReason(value) {
      setReason(value)
      setReasonError(null)
    },
    reasonError,
    reasonAsked,
    mayPublish: checks !== undefined && !checks.some(({ outcome }) => outcome === 'blocked'),
    acknowledge() {
      if (failed.length === 0) return {}
      if (reason.trim() === '') {
        setReasonError(text('PublishChecks.reasonRequired'))
        setReasonAsked(reasonAsked + 1)
        return null
      }
      return { acknowledge: { codes: failed.map(({ code }) => code), reason: reason.trim() } }
    },
  }
}
