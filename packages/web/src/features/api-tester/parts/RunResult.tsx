import { Alert } from '@mantine/core'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { IconAlertTriangle, IconEqual, IconInfoCircle } from '@tabler/icons-react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { ExplainLink, type ExplainLinkProps } from '../../look-inside/parts/ExplainLink.tsx'
import { BlockTable } from '../../engines/parts/BlockTable.tsx'
import { ValueText } from '../../engines/parts/ValueText.tsx'
import { changeOf, type Note, type TesterRun } from '../run.ts'
import { textOf } from '../../../ui/input-text.ts'
import { usePortWords } from '../port-words.ts'
import { SolveDetails } from './SolveDetails.tsx'
import classes from './RunResult.module.css'

export interface RunResultProps {
  readonly run: TesterRun
  readonly before: TesterRun | undefined
  readonly outputs: readonly EnginePort[]
  readonly engine: ExplainLinkProps['engine']
}

/** The result of a run: errors first, then every output with its previous value. */
export function RunResult({ run, before, outputs, engine }: RunResultProps) {
  const text = useText()
  const ports = new Map(outputs.map((port) => [port.name, port]))
  const names = Object.keys(run.outputs)
  const explain = { engine, version: run.revision, run: { call: run.callId } }
  const single = names.filter((name) => !Array.isArray(run.outputs[name]))
  const blocks = names.filter((name) => Array.isArray(run.outputs[name]))
  return (
    <div className={classes.result}>
      <Notes
        notes={run.errors}
        tone="error"
        title={text('Tester.errors', { count: run.errors.length })}
        explain={explain}
      />
      {single.length > 0 && (
        <table className={classes.table} aria-label={text('Tester.outputs')}>
          <thead>
            <tr>
              <th scope="col">{text('Tester.output')}</th>
              <th scope="col" data-align="end">
                {text('Tester.value')}
              </th>
              <th scope="col" data-align="end">
                {text('Tester.before')}
              </th>
              <th scope="col">
                <span className="visually-hidden">{text('Copy.copy')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {single.map((name) => (
              <OutputRow key={name} name={name} port={ports.get(name)} run={run} before={before} explain={explain} />
            ))}
          </tbody>
        </table>
      )}
      {blocks.map((name) => (
        <BlockTable
          key={name}
          name={name}
          port={ports.get(name)}
          rows={run.outputs[name] as Record<string, unknown>[]}
        />
      ))}
      <SolveDetails solves={run.solves ?? []} />
      <Notes notes={run.warnings} tone="warning" title={text('Tester.warnings', { count: run.warnings.length })} />
    </div>
  )
}

interface OutputRowProps {
  readonly name: string
  readonly port: EnginePort | undefined
  readonly run: TesterRun
  readonly before: TesterRun | undefined
  readonly explain: Omit<ExplainLinkProps, 'cell'>
}

function OutputRow({ name, port, run, before, explain }: OutputRowProps) {
  const text = useText()
  const wordsOf = usePortWords()
  const words = port === undefined ? '' : wordsOf(port)
  const value = run.outputs[name]
  const change = changeOf(name, run, before)
  return (
    <tr>
      <th scope="row">
        {name}
        {words !== '' && <span className={classes.description}>{words}</span>}
      </th>
      <td data-align="end" data-changed={change.kind === 'different' || undefined}>
        <ValueText value={value} numberFormat={port?.numberFormat} />
      </td>
      <td data-align="end" className={classes.before}>
        {change.kind === 'same' && <IconEqual aria-label={text('Tester.same')} />}
        {change.kind === 'different' && (
          <>
            <ValueText value={change.before} numberFormat={port?.numberFormat} />
            {change.by !== undefined && (
              <span className={classes.by}>
                {change.by > 0 ? '+' : '−'}
                <ValueText value={Math.abs(change.by)} numberFormat={port?.numberFormat} />
              </span>
            )}
          </>
        )}
      </td>
      <td className={classes.copy}>
        {port !== undefined && <ExplainLink {...explain} cell={port.cell} />}
        <CopyButton value={textOf(value)} label={text('Tester.copyValue', { name })} />
      </td>
    </tr>
  )
}

interface NotesProps {
  readonly notes: readonly Note[]
  readonly tone: 'error' | 'warning'
  readonly title: string
  readonly explain?: Omit<ExplainLinkProps, 'cell'>
}

function Notes({ notes, tone, title, explain }: NotesProps) {
  const serverText = useServerText()
  if (notes.length === 0) return null
  return (
    <Alert
      color={tone === 'error' ? 'red' : 'gray'}
      icon={tone === 'error' ? <IconAlertTriangle /> : <IconInfoCircle />}
      title={title}
    >
      <ul className={classes.notes}>
        {notes.map((note) => (
          <li key={`${note.key} ${note.message}`}>
            {note.key !== '' && <strong>{note.key}: </strong>}
            {serverText(note.message)}
            {note.cell !== undefined && <span className="mono"> {note.cell}</span>}
            {explain !== undefined && note.cell !== undefined && <ExplainLink {...explain} cell={note.cell} />}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
