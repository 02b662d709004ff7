import { Alert, Stack, Switch, Text } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { Tiles } from '../../../ui/Tiles.tsx'
import { ExplainLink } from '../../look-inside/parts/ExplainLink.tsx'
import { changeOf } from '../differing-digits.ts'
import { exactText } from '../../../ui/value-text.ts'
import { apartNames, notComparableNames, programName } from '../verdict-looks.ts'
import { DigitsThatDiffer } from './DigitsThatDiffer.tsx'
import classes from './ParityView.module.css'
import { VerdictChip } from './VerdictChip.tsx'

/** Maximum number of uncomputable outputs listed by name; all are counted. */
const namedOutputs = 20

export interface ParityViewProps {
  readonly report: ParityReport
  /** The engine of the proved version; undefined before it exists. */
  readonly engine?: EngineDetail | undefined
}

/** The proof of a workbook against its saved values, with every cell that differs. */
export function ParityView({ report, engine }: ParityViewProps) {
  const text = useText()
  return (
    <Stack gap="xl">
      <div className={classes.verdict}>
        <VerdictChip of={report} />
        <p>{verdictSentence(text, report)}</p>
      </div>
      <Tiles
        label={text('Parity.facts')}
        plain
        tiles={[
          { label: text('Parity.formulaCells'), value: <Count value={report.formulaCells} /> },
          { label: text('Parity.compared'), value: <Count value={report.compared} /> },
          { label: text('Parity.equalCells'), value: <Count value={report.equal} /> },
          { label: text('Parity.differentCells'), value: <Count value={report.different} /> },
          { label: text('Parity.notComparable'), value: <Reasons report={report} /> },
          { label: text('Parity.computedBy'), value: computedBy(text, report) },
          {
            label: text('Parity.savedBy'),
            value: report.savedBy === null ? text('Parity.savedByUnknown') : programName(report.savedBy),
          },
        ]}
      />
      <UnprovenLocale report={report} />
      <OtherLocale report={report} />
      <Differences report={report} engine={engine} />
      <ApartCells report={report} engine={engine} />
      <Unsupported report={report} />
      <p className={classes.program}>
        <ProgramRuns report={report} />
      </p>
      <ProgramDifferences report={report} />
    </Stack>
  )
}

function verdictSentence(text: ReturnType<typeof useText>, report: ParityReport): string {
  if (report.verdict === 'not proven') return text('Parity.sentence.notProven')
  const { compared: count, different, savedBy } = report
  const facts = { count, different, known: String(savedBy !== null), program: programName(savedBy ?? '') }
  return different === 0 ? text('Parity.sentence.equal', facts) : text('Parity.sentence.different', facts)
}

function computedBy(text: ReturnType<typeof useText>, report: ParityReport): string {
  return report.computedBy === 'LibreOffice' ? report.computedBy : text('Parity.ours')
}

function Count({ value }: { value: number }) {
  const intl = useIntl()
  return <span className="mono">{intl.formatNumber(value)}</span>
}

/** The name of a reason; an unknown one is shown as it is. */
function useReasonName(names: Readonly<Record<string, MessageId>>): (reason: string) => string {
  const text = useText()
  return (reason) => {
    const name = names[reason]
    return name === undefined ? reason : text(name)
  }
}

function Reasons({ report }: { report: ParityReport }) {
  const reasonName = useReasonName(notComparableNames)
  const reasons = Object.entries(report.notComparable).filter(([, count]) => count > 0)
  if (reasons.length === 0) return <Count value={0} />
  return (
    <ul className={classes.reasons}>
      {reasons.map(([reason, count]) => (
        <li key={reason}>
          <Count value={count} /> {reasonName(reason)}
        </li>
      ))}
    </ul>
  )
}

function ProgramRuns({ report: { program } }: { report: ParityReport }) {
  const text = useText()
  if (program.runs === 0) return <>{text('Parity.program.none')}</>
  return (
    <>
      {text(program.differences.length === 0 ? 'Parity.program.equal' : 'Parity.program.different', {
        count: program.runs,
        different: program.differences.length,
      })}
      {program.wanted !== undefined && program.runs < program.wanted && program.differences.length === 0 && (
        <> {text('Parity.program.goesOn', { count: program.runs, wanted: program.wanted })}</>
      )}
    </>
  )
}

/** Regional settings that the author gave and that nothing was compared in, and how the workbook asks for them. */
function UnprovenLocale({ report: { locale = '', unprovenLocale } }: { report: ParityReport }) {
  const text = useText()
  const name = useLanguageName()
  if (unprovenLocale === undefined) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} title={text('Parity.unprovenLocale')}>
      {text('Parity.unprovenLocaleText', {
        proven: name(locale),
        computing: name(unprovenLocale),
        tag: unprovenLocale,
      })}
    </Alert>
  )
}

function useLanguageName(): (tag: string) => string {
  const intl = useIntl()
  return (tag) => intl.formatDisplayName(tag, { type: 'language' }) ?? tag
}

/** Other regional settings that explain differences, and how the workbook asks for them. */
function OtherLocale({ report: { locale = '', fittingLocale } }: { report: ParityReport }) {
  const text = useText()
  const name = useLanguageName()
  if (fittingLocale === undefined) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} title={text('Parity.otherLocale')}>
      {text('Parity.otherLocaleText', { fitting: name(fittingLocale), tag: fittingLocale, present: name(locale) })}
    </Alert>
  )
}

function Unsupported({ report }: { report: ParityReport }) {
  const text = useText()
  const functions = Object.entries(report.unsupported)
  const outputs = report.uncomputableOutputs ?? []
  if (functions.length === 0 && outputs.length === 0) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} title={text('Parity.unsupported')}>
      <ul className={classes.functions}>
        {functions.map(([name, count]) => (
          <li key={name}>
            <span className="mono">{name}</span> {text('Parity.unsupportedCells', { count })}
          </li>
        ))}
      </ul>
      {outputs.length > 0 && (
        <Text size="sm">
          {text('Parity.unsupportedOutputs', { count: outputs.length })}{' '}
          <span className="mono">{outputs.slice(0, namedOutputs).join(', ')}</span>
          {outputs.length > namedOutputs && ' …'}
        </Text>
      )}
    </Alert>
  )
}

function ProgramDifferences({ report: { program } }: { report: ParityReport }) {
  const text = useText()
  if (program.differences.length === 0) return null
  const title = text('Parity.programDifferences')
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <LongTable
        label={title}
        rows={program.differences}
        rowKey={(_, index) => String(index)}
        columns={[
          {
            id: 'output',
            heading: text('Interface.output'),
            width: 180,
            namesRow: true,
            renderCell: ({ output }) => <span className="mono">{output}</span>,
          },
          {
            id: 'evaluator',
            heading: text('Parity.evaluator'),
            width: 160,
            align: 'end',
            renderCell: ({ evaluator, program: ours }) => <DigitsThatDiffer value={evaluator} other={ours} />,
          },
          {
            id: 'program',
            heading: text('Parity.compiled'),
            width: 160,
            align: 'end',
            renderCell: ({ evaluator, program: ours }) => <DigitsThatDiffer value={ours} other={evaluator} />,
          },
          {
            id: 'inputs',
            heading: text('Interface.inputs'),
            width: 240,
            grows: true,
            renderCell: ({ inputs }) => <span className={`mono ${classes.formula}`}>{exactText(inputs)}</span>,
          },
        ]}
      />
    </section>
  )
}

function Differences({ report, engine }: ParityViewProps) {
  const text = useText()
  const intl = useIntl()
  const cellColumns = useCellColumns(report, engine)
  // Shows root causes only, because their consequences would hide them; shows all if no cause is known.
  const [causesOnly, setCausesOnly] = useState(() => report.differences.some(({ isCause }) => isCause))
  if (report.differences.length === 0) return null
  const title = text('Parity.differences')
  const rows = causesOnly ? report.differences.filter(({ isCause }) => isCause) : report.differences
  return (
    <section aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.heading}>{title}</h3>
        <Switch
          size="xs"
          label={text('Parity.causesOnly')}
          checked={causesOnly}
          onChange={(event) => setCausesOnly(event.currentTarget.checked)}
        />
      </header>
      {report.different > report.differences.length && (
        <Text size="sm" c="dimmed" mb="sm">
          {text('Parity.firstOnly', { shown: report.differences.length, count: report.different })}
        </Text>
      )}
      <LongTable
        label={title}
        rows={rows}
        rowKey={({ cell }) => cell}
        columns={[
          ...cellColumns,
          {
            id: 'change',
            heading: text('Parity.change'),
            width: 150,
            align: 'end',
            renderCell: ({ excel, ours }) => <Change text={changeText(intl, excel, ours)} />,
          },
          {
            id: 'cause',
            heading: text('Parity.cause'),
            width: 110,
            renderCell: ({ isCause }) => <span>{text(isCause ? 'Parity.isCause' : 'Parity.follows')}</span>,
          },
        ]}
      />
    </section>
  )
}

/** Cells that differ and prove nothing: the reader sees each of them and why. */
function ApartCells({ report, engine }: ParityViewProps) {
  const text = useText()
  const reasonName = useReasonName(apartNames)
  const cellColumns = useCellColumns(report, engine)
  const { apart = [] } = report
  if (apart.length === 0) return null
  const title = text('Parity.apart')
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <LongTable
        label={title}
        rows={apart}
        rowKey={({ cell }) => cell}
        columns={[
          ...cellColumns,
          {
            id: 'reason',
            heading: text('Parity.cause'),
            width: 190,
            renderCell: ({ reason }) => <span>{reasonName(reason)}</span>,
          },
        ]}
      />
    </section>
  )
}

type ComparedCell = Pick<ParityReport['differences'][number], 'cell' | 'formula' | 'excel' | 'ours'>

/** A cell, its formula and both values. */
function useCellColumns(report: ParityReport, engine: EngineDetail | undefined): readonly Column<ComparedCell>[] {
  const text = useText()
  return [
    {
      id: 'cell',
      heading: text('Port.cell'),
      width: 170,
      namesRow: true,
      renderCell: ({ cell }) => (
        <span className={classes.cell}>
          <span className="mono">{cell}</span>
          {engine !== undefined && <ExplainLink engine={engine} version={engine.version.id} cell={cell} />}
        </span>
      ),
    },
    {
      id: 'formula',
      heading: text('Parity.formula'),
      width: 200,
      grows: true,
      renderCell: ({ formula }) => (
        <span className={`mono ${classes.formula}`} title={formula}>
          {formula}
        </span>
      ),
    },
    {
      id: 'excel',
      heading: text('Parity.excel'),
      width: 150,
      align: 'end',
      renderCell: ({ excel, ours }) => <DigitsThatDiffer value={excel} other={ours} />,
    },
    {
      id: 'ours',
      heading: computedBy(text, report),
      width: 150,
      align: 'end',
      renderCell: ({ excel, ours }) => <DigitsThatDiffer value={ours} other={excel} />,
    },
  ]
}

function Change({ text }: { text: string }) {
  return <span className={`mono ${classes.formula}`}>{text}</span>
}

function changeText(intl: ReturnType<typeof useIntl>, excel: unknown, ours: unknown): string {
  const change = changeOf(excel, ours)
  if (change === undefined) return ''
  const absolute = intl.formatNumber(change.absolute, { signDisplay: 'always', maximumSignificantDigits: 6 })
  if (change.relative === undefined) return absolute
  const relative = intl.formatNumber(change.relative, {
    style: 'percent',
    signDisplay: 'always',
    maximumSignificantDigits: 3,
  })
  return `${absolute} (${relative})`
}
