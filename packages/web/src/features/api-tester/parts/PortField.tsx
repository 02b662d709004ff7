import { ActionIcon, Autocomplete, Select, SegmentedControl, TextInput, Tooltip } from '@mantine/core'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { IconRotate } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { momentField, sentMoment } from '../../../ui/moment-text.ts'
import { EditableGrid, type GridColumn } from '../../../ui/grid/EditableGrid.tsx'
import { isNumeric, mayBeTaken, textOf, valueOf } from '../../../ui/input-text.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { usePortWords } from '../port-words.ts'
import classes from './PortField.module.css'

export interface PortFieldProps {
  readonly port: EnginePort
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Options for the current values of the other inputs, if the engine was asked for them. */
  readonly options?: readonly unknown[] | undefined
  /** What the engine said about the value in the last run. */
  readonly problem?: string | undefined
}

/** The field for one input, by its type, format and validation. */
export function PortField(props: PortFieldProps) {
  return props.port.shape === 'block' ? <BlockField {...props} /> : <CellField {...props} />
}

function CellField({ port, value, onChange, options, problem }: PortFieldProps) {
  const text = useText()
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? textOf(value)
  const description = useDescription(port)
  const choices = options ?? port.validation?.options
  const common = {
    label: port.name,
    description,
    error: problem,
    rightSection:
      JSON.stringify(value) === JSON.stringify(port.default) ? undefined : (
        <ResetButton
          label={text('Tester.reset', { value: textOf(port.default) })}
          onClick={() => change(port.default)}
        />
      ),
  }

  function change(next: unknown) {
    setDraft(undefined)
    onChange(next)
  }

  if (choices !== undefined) {
    const strict = port.validation?.errorStyle === 'stop'
    const data = [...new Set(choices.map(textOf))].filter((choice) => choice !== '')
    const pick = (picked: string) =>
      change(choices.find((choice) => textOf(choice) === picked) ?? valueOf(picked, port.type))
    if (!strict) return <Autocomplete {...common} data={data} value={textOf(value)} onChange={pick} />
    const known = data.includes(textOf(value)) || value === null
    return (
      <Select
        {...common}
        data={known ? data : [textOf(value), ...data]}
        value={value === null ? null : textOf(value)}
        onChange={(picked) => change(picked === null ? null : (choices.find((c) => textOf(c) === picked) ?? picked))}
        searchable
        clearable={port.validation?.ignoreBlank === true}
        nothingFoundMessage={text('Tester.noChoice')}
      />
    )
  }
  if (port.type === 'boolean') return <BooleanField {...{ port, value, onChange: change, problem }} />
  const entered = (typed: string) => onChange(valueOf(typed, port.type))
  if (isNumeric(port.type)) {
    return (
      <TextInput
        {...common}
        classNames={{ input: classes.number ?? '' }}
        inputMode="decimal"
        value={shown}
        error={problem ?? (mayBeTaken(shown, port.type ?? 'number') ? undefined : text('Tester.notNumber'))}
        onChange={(event) => {
          setDraft(event.target.value)
          entered(event.target.value)
        }}
        onBlur={() => setDraft(undefined)}
      />
    )
  }
  if (port.type === 'date' && !shown.includes('T'))
    return <DayInput {...common} inAnyForm value={shown} onChange={entered} />
  if (port.type === 'time' || port.type === 'datetime') {
    return (
      <TextInput
        {...common}
        {...momentField(port.type, shown)}
        onChange={(event) => entered(sentMoment(event.target.value))}
      />
    )
  }
  return <TextInput {...common} value={shown} onChange={(event) => entered(event.target.value)} />
}

function BooleanField({
  port,
  value,
  onChange,
  problem,
}: Pick<PortFieldProps, 'port' | 'value' | 'onChange' | 'problem'>) {
  const description = useDescription(port)
  return (
    <div>
      <div className={classes.label} id={`port-${port.name}`}>
        {port.name}
      </div>
      <div className={classes.description}>{description}</div>
      <SegmentedControl
        aria-labelledby={`port-${port.name}`}
        size="xs"
        data={['TRUE', 'FALSE']}
        value={value === true ? 'TRUE' : value === false ? 'FALSE' : ''}
        onChange={(picked) => onChange(picked === 'TRUE')}
      />
      {problem !== undefined && <div className={classes.problem}>{problem}</div>}
    </div>
  )
}

function BlockField({ port, value, onChange, problem }: PortFieldProps) {
  const { columns, rows } = useMemo(() => gridOf(port, value), [port, value])
  const headings = port.columns ?? []
  const description = useDescription(port)

  function change(next: string[][]) {
    onChange(
      next.map((row) =>
        Object.fromEntries(headings.map(({ heading, type }, col) => [heading, valueOf(row[col] ?? '', type)])),
      ),
    )
  }

  return (
    <div className={classes.block}>
      <div className={classes.label}>{port.name}</div>
      <div className={classes.description}>{description}</div>
      <EditableGrid label={port.name} columns={columns} rows={rows} maxRows={port.maxRows ?? 1000} onChange={change} />
      {problem !== undefined && <div className={classes.problem}>{problem}</div>}
    </div>
  )
}

function gridOf(port: EnginePort, value: unknown): { columns: GridColumn[]; rows: string[][] } {
  const headings = port.columns ?? []
  const rows = (Array.isArray(value) ? value : []) as Record<string, unknown>[]
  return {
    columns: headings.map(({ heading, type }) => ({
      heading,
      ...(isNumeric(type) ? { align: 'end' as const } : {}),
      accepts: (typed) => mayBeTaken(typed, type),
    })),
    rows: rows.map((row) => headings.map(({ heading }) => textOf(row?.[heading]))),
  }
}

function useDescription(port: EnginePort): string {
  const words = usePortWords()(port)
  const message = port.validation?.inputMessage
  return [words, message === port.description ? undefined : message].filter(Boolean).join(' · ')
}

function ResetButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        <IconRotate />
      </ActionIcon>
    </Tooltip>
  )
}
