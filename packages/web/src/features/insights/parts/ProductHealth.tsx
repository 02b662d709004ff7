import { Skeleton } from '@mantine/core'
import { healthDays } from '@sheetwright/contract/insights/get-product-health.ts'
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type ProductHealth as Health, useProductHealth } from '../queries.ts'
import classes from './ProductHealth.module.css'

/** The health of a product: proofs of its engines, calls, failures and durations. */
export function ProductHealth({ productId, cover }: { productId: string; cover: ReactNode }) {
  const text = useText()
  const health = useProductHealth(productId)
  if (health.isError) return <FailureState error={health.error} onRetry={() => void health.refetch()} />
  return (
    <section className={classes.health} aria-label={text('Health.title')} data-covered={cover !== null || undefined}>
      {cover !== null && <div className={classes.cover}>{cover}</div>}
      {health.isPending ? (
        ['proof', 'calls', 'errors', 'p95'].map((name) => (
          <div key={name} className={classes.figure}>
            <Skeleton height="var(--sw-12)" />
          </div>
        ))
      ) : (
        <Figures health={health.data} />
      )}
    </section>
  )
}

function Figures({ health: { proofs, calls, failed, p95, days } }: { health: Health }) {
  const text = useText()
  const intl = useIntl()
  const period = text('Health.period', { days: healthDays })
  const share = calls === 0 ? 0 : failed / calls
  return (
    <>
      <Figure label={text('Health.proof')} value={<ProofChip proofs={proofs} />} note={<ProofNote proofs={proofs} />} />
      <Figure
        label={text('Health.calls')}
        value={intl.formatNumber(calls)}
        note={calls > 0 && <CallBars days={days} />}
      />
      <Figure
        label={text('Health.errors')}
        value={
          calls === 0 ? text('Health.none') : intl.formatNumber(share, { style: 'percent', maximumFractionDigits: 1 })
        }
        fails={failed > 0}
        note={calls === 0 ? period : text('Usage.failed', { count: failed })}
      />
      <Figure
        label={text('Health.ninetyFive')}
        value={
          p95 === null
            ? text('Health.none')
            : text('Insights.millis', { value: intl.formatNumber(p95, { maximumSignificantDigits: 3 }) })
        }
        note={p95 === null ? period : text('Health.ninetyFiveNote')}
      />
    </>
  )
}

function Figure(props: { label: string; value: ReactNode; note: ReactNode; fails?: boolean }) {
  return (
    <div className={classes.figure}>
      <span className={classes.label}>{props.label}</span>
      <span className={classes.value} data-fail={props.fails || undefined}>
        {props.value}
      </span>
      <span className={classes.note}>{props.note}</span>
    </div>
  )
}

function ProofChip({ proofs }: Pick<Health, 'proofs'>) {
  const text = useText()
  const running = proofs.filter(({ verdict }) => verdict !== null)
  if (running.length === 0) return text('Health.none')
  if (running.some(({ verdict }) => verdict === 'different')) {
    return (
      <StatusChip tone="fail" icon={<IconX />}>
        {text('Health.different')}
      </StatusChip>
    )
  }
  if (running.some(({ verdict }) => verdict === 'not proven')) {
    return (
      <StatusChip tone="attention" icon={<IconQuestionMark />}>
        {text('Parity.notProven')}
      </StatusChip>
    )
  }
  return (
    <StatusChip tone="pass" icon={<IconCheck />}>
      {text('Health.equal')}
    </StatusChip>
  )
}

function ProofNote({ proofs }: Pick<Health, 'proofs'>) {
  const text = useText()
  const running = proofs.filter(({ verdict }) => verdict !== null)
  if (running.length === 0) return text('Health.notRunning')
  const equal = running.filter(({ verdict }) => verdict === 'equal').length
  return text('Health.proved', { equal, count: running.length })
}

function CallBars({ days }: Pick<Health, 'days'>) {
  const text = useText()
  const total = days.reduce((sum, { calls }) => sum + calls, 0)
  const most = Math.max(1, ...days.map(({ calls }) => calls))
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${days.length * 10} 40`}
      preserveAspectRatio="none"
      // An inline SVG, which an img element cannot hold.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={text('Usage.chart', { count: total, days: days.length })}
    >
      {days.map(({ day, calls }, index) => {
        const height = calls === 0 ? 1 : Math.max(2, (calls / most) * 40)
        return (
          <rect
            key={day}
            x={index * 10 + 1}
            y={40 - height}
            width={8}
            height={height}
            data-empty={calls === 0 || undefined}
          >
            <title>{text('Usage.day', { day, count: calls })}</title>
          </rect>
        )
      })}
    </svg>
  )
}
