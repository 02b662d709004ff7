import { Stack, Text } from '@mantine/core'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { exactText } from '../../../ui/value-text.ts'
import classes from './InterfaceView.module.css'
import { PortTable } from './PortTable.tsx'

/** The interface of an engine: inputs, outputs, subservices, and other declarations of its workbook. */
export function InterfaceView({ value }: { value: EngineInterface }) {
  const text = useText()
  return (
    <Stack gap="xl">
      <Section title={text('Interface.inputs')} count={value.inputs.length}>
        <PortTable label={text('Interface.inputs')} ports={value.inputs} direction="input" />
      </Section>
      <Section title={text('Interface.outputs')} count={value.outputs.length}>
        <PortTable label={text('Interface.outputs')} ports={value.outputs} direction="output" />
      </Section>
      {value.subservices.map((subservice) => (
        <Section
          key={subservice.name}
          title={text('Interface.subservice', { name: subservice.name })}
          count={subservice.inputs.length + subservice.outputs.length}
        >
          {subservice.inputs.length > 0 && (
            <PortTable
              label={text('Interface.inputsOf', { name: subservice.name })}
              ports={subservice.inputs}
              direction="input"
            />
          )}
          {subservice.outputs.length > 0 && (
            <PortTable
              label={text('Interface.outputsOf', { name: subservice.name })}
              ports={subservice.outputs}
              direction="output"
            />
          )}
        </Section>
      ))}
      <Solves solves={value.solves} />
      <Places title={text('Interface.validations')} places={value.validations} />
      <Places title={text('Interface.reports')} places={value.reports} />
      <Places title={text('Interface.images')} places={value.images} />
      <Places
        title={text('Interface.references')}
        places={value.references.map(({ name, cell, headings }) => ({
          name,
          cell,
          description: headings.join(text('PortRule.separator')),
        }))}
      />
      <Pairs title={text('Interface.metadata')} pairs={Object.entries(value.metadata)} />
      <Pairs title={text('Interface.properties')} pairs={Object.entries(value.properties)} />
    </Stack>
  )
}

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const text = useText()
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>
        {title}
        <span className={classes.count}>{count}</span>
      </h3>
      {count === 0 ? (
        <Text size="sm" c="dimmed">
          {text('Interface.none')}
        </Text>
      ) : (
        <Stack gap="sm">{children}</Stack>
      )}
    </section>
  )
}

interface NamedPlace {
  readonly name: string
  readonly cell: string
  readonly description?: string
}

function Places({ title, places }: { title: string; places: readonly NamedPlace[] }) {
  const text = useText()
  if (places.length === 0) return null
  return (
    <Section title={title} count={places.length}>
      <LongTable
        label={title}
        rows={places}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', heading: text('Port.name'), width: 200, namesRow: true, renderCell: Name },
          {
            id: 'description',
            heading: text('Port.description'),
            width: 200,
            grows: true,
            renderCell: ({ description }) => <span>{description ?? ''}</span>,
          },
          { id: 'cell', heading: text('Port.cell'), width: 200, renderCell: Cell },
        ]}
      />
    </Section>
  )
}

function Name({ name }: { name: string }) {
  return <span className="mono">{name}</span>
}

function Cell({ cell }: { cell: string }) {
  return <span className={`mono ${classes.cell}`}>{cell}</span>
}

function Solves({ solves }: { solves: EngineInterface['solves'] }) {
  const text = useText()
  if (solves.length === 0) return null
  const title = text('Interface.solves')
  return (
    <Section title={title} count={solves.length}>
      <LongTable
        label={title}
        rows={solves}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', heading: text('Port.name'), width: 200, namesRow: true, renderCell: Name },
          {
            id: 'what',
            heading: text('Solve.what'),
            width: 260,
            grows: true,
            renderCell: ({ target, changing }) => <span>{text('Solve.sentence', { target, changing })}</span>,
          },
          {
            id: 'algorithm',
            heading: text('Solve.algorithm'),
            width: 110,
            renderCell: ({ algorithm }) => <span className="mono">{algorithm}</span>,
          },
          {
            id: 'iterations',
            heading: text('Solve.maxIterations'),
            width: 150,
            align: 'end',
            renderCell: ({ maxIterations }) => <span className="mono">{maxIterations}</span>,
          },
          { id: 'cell', heading: text('Port.cell'), width: 150, renderCell: Cell },
        ]}
      />
    </Section>
  )
}

function Pairs({ title, pairs }: { title: string; pairs: readonly (readonly [string, unknown])[] }) {
  const text = useText()
  if (pairs.length === 0) return null
  return (
    <Section title={title} count={pairs.length}>
      <LongTable
        label={title}
        rows={pairs}
        rowKey={([name]) => name}
        columns={[
          {
            id: 'name',
            heading: text('Port.name'),
            width: 200,
            namesRow: true,
            renderCell: ([name]) => <span className="mono">{name}</span>,
          },
          {
            id: 'value',
            heading: text('Port.value'),
            width: 300,
            grows: true,
            renderCell: ([, value]) => <span>{exactText(value)}</span>,
          },
        ]}
      />
    </Section>
  )
}
