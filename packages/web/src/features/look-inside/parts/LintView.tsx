import { SegmentedControl } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { LintFinding, LintReport } from '@sheetwright/contract/look-inside/lint-version.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { useLint } from '../queries.ts'
import { CellLink } from './CellLink.tsx'
import classes from './LintView.module.css'
import { LintScore, SeverityChip } from './LintScore.tsx'

const severities = ['all', 'high', 'medium', 'low'] as const

const severityFilters = {
  all: 'Lint.all',
  high: 'Lint.high',
  medium: 'Lint.medium',
  low: 'Lint.low',
} as const

/** Likely errors in the workbook of a version, by kind, with advice. */
export function LintView({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const report = useLint({ product: engine.productId, engine: engine.id, version: engine.version.id })
  if (report.isPending) return <LoadingBlock />
  if (report.isError) return <FailureState error={report.error} onRetry={() => void report.refetch()} />
  const { score, findings, omitted, formulas, kinds } = report.data
  const severity = severities.find((each) => each === search['severity']) ?? 'all'
  const shown = kinds.filter((kind) => severity === 'all' || kind.severity === severity)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <LintScore score={score} />
        <p className={classes.sentence}>
          {text('Lint.sentence', { findings: findings.length + omitted, formulas })}
          {omitted > 0 && ` ${text('Lint.omitted', { omitted })}`}
        </p>
        <SegmentedControl
          size="xs"
          aria-label={text('Lint.severity')}
          data={severities.map((value) => ({ value, label: text(severityFilters[value]) }))}
          value={severity}
          onChange={(value) =>
            void navigate({
              to: '.',
              search: { ...search, severity: value === 'all' ? undefined : value },
              replace: true,
            })
          }
        />
      </header>
      {findings.length === 0 && (
        <EmptyState icon={<IconCircleCheck />} title={text('Lint.empty.title')} text={text('Lint.empty.text')} />
      )}
      {findings.length > 0 && shown.length === 0 && <p className={classes.sentence}>{text('Lint.noMatch')}</p>}
      {shown.map((kind) => (
        <Kind
          key={kind.code}
          engine={engine}
          kind={kind}
          findings={findings.filter(({ code }) => code === kind.code)}
        />
      ))}
    </div>
  )
}

interface KindProps {
  readonly engine: EngineDetail
  readonly kind: LintReport['kinds'][number]
  readonly findings: readonly LintFinding[]
}

function Kind({ engine, kind, findings }: KindProps) {
  const text = useText()
  const { locale } = useIntl()
  const { title, advice } = locale.startsWith('ja') ? kind.ja : kind.en
  return (
    <section className={classes.kind} aria-label={title}>
      <h3 className={classes.title}>
        <SeverityChip severity={kind.severity} /> {title}
        <span className={classes.count}>{text('Lint.findings', { count: kind.findings })}</span>
      </h3>
      <p className={classes.advice}>{advice}</p>
      <LongTable
        label={title}
        rows={findings}
        rowKey={({ cell, detail }) => `${cell} ${detail}`}
        columns={[
          {
            id: 'cell',
            heading: text('Port.cell'),
            width: 200,
            namesRow: true,
            renderCell: ({ cell }) => <CellLink engine={engine} cell={cell} />,
          },
          {
            id: 'cells',
            heading: text('Lint.cells'),
            width: 90,
            align: 'end',
            renderCell: ({ cells }) => <span className="mono">{cells}</span>,
          },
          {
            id: 'detail',
            heading: text('Lint.detail'),
            width: 200,
            renderCell: ({ detail }) => (
              <span className={`mono ${classes.cut}`} title={detail}>
                {detail}
              </span>
            ),
          },
          {
            id: 'formula',
            heading: text('Parity.formula'),
            width: 260,
            grows: true,
            renderCell: ({ formula }) => (
              <span className={`mono ${classes.cut}`} title={formula}>
                {formula ?? ''}
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}
