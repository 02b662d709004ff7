import { ActionIcon, Button, MultiSelect, Select, Table, TextInput } from '@mantine/core'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { textOf, valueOf } from '../../../ui/input-text.ts'
import { PortField } from '../../api-tester/parts/PortField.tsx'
import {
  isNumberPort,
  numberOf,
  percentOf,
  type Scenario,
  type Varied,
  variedOf,
  type WhatIfState,
} from '../what-if-state.ts'
import classes from './WhatIfView.module.css'

interface WhatIfFormProps {
  readonly inputs: readonly EnginePort[]
  readonly outputs: readonly EnginePort[]
  readonly state: WhatIfState
  readonly onChange: (changes: Partial<WhatIfState>) => void
}

/** The inputs to change and the outputs to show. */
export function WhatIfForm({ inputs, outputs, state, onChange }: WhatIfFormProps) {
  const text = useText()
  const cells = inputs.filter(({ shape }) => shape === 'cell')
  const results = outputs.filter(({ shape }) => shape === 'cell').map(({ name }) => name)
  const numbers = cells.filter(isNumberPort).map(({ name }) => name)
  const output = (
    <Select
      label={text('WhatIf.output')}
      data={results}
      value={state.output}
      allowDeselect={false}
      searchable
      onChange={(value) => onChange({ output: value ?? '' })}
    />
  )
  const { solve } = state
  return (
    <>
      {state.kind === 'sweep' && (
        <>
          <VariedFields
            label={text('WhatIf.input')}
            ports={cells}
            varied={state.first}
            onChange={(first) => onChange({ first })}
          />
          {state.second === null ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus />}
              disabled={cells.length < 2}
              onClick={() => onChange({ second: variedOf(cells.find(({ name }) => name !== state.first.input)) })}
            >
              {text('WhatIf.addInput')}
            </Button>
          ) : (
            <div className={classes.line}>
              <VariedFields
                label={text('WhatIf.secondInput')}
                ports={cells.filter(({ name }) => name !== state.first.input)}
                varied={state.second}
                onChange={(second) => onChange({ second })}
              />
              <ActionIcon aria-label={text('WhatIf.removeInput')} onClick={() => onChange({ second: null })}>
                <IconX />
              </ActionIcon>
            </div>
          )}
          <MultiSelect
            label={text('WhatIf.outputs')}
            data={results}
            value={[...state.outputs]}
            maxValues={state.second === null ? 6 : 1}
            searchable
            onChange={(value) => onChange({ outputs: value })}
          />
        </>
      )}
      {state.kind === 'tornado' && (
        <div className={classes.line}>
          {output}
          <NumberText
            label={text('WhatIf.change')}
            value={state.change}
            numberOf={percentOf}
            problem={isShare(state.change) ? undefined : text('WhatIf.changeRule')}
            onChange={(change) => onChange({ change })}
          />
        </div>
      )}
      {state.kind === 'solve' && (
        <div className={classes.line}>
          {output}
          <NumberText
            label={text('WhatIf.target')}
            value={solve.target}
            onChange={(target) => onChange({ solve: { ...solve, target } })}
          />
          <Select
            label={text('WhatIf.changing')}
            data={numbers}
            value={solve.input}
            allowDeselect={false}
            searchable
            onChange={(input) => {
              const { from, to } = variedOf(cells.find(({ name }) => name === input))
              onChange({ solve: { ...solve, input: input ?? '', from, to } })
            }}
          />
          <NumberText
            label={text('WhatIf.from')}
            value={solve.from}
            onChange={(from) => onChange({ solve: { ...solve, from } })}
          />
          <NumberText
            label={text('WhatIf.to')}
            value={solve.to}
            problem={isBelow(solve.to, solve.from) ? text('WhatIf.toTooSmall') : undefined}
            onChange={(to) => onChange({ solve: { ...solve, to } })}
          />
        </div>
      )}
      {state.kind === 'scenarios' ? (
        <Scenarios ports={cells} scenarios={state.scenarios} onChange={(scenarios) => onChange({ scenarios })} />
      ) : (
        <details>
          <summary>{text('WhatIf.base')}</summary>
          <div className={classes.inputs}>
            {cells.map((port) => (
              <PortField
                key={port.name}
                port={port}
                value={port.name in state.inputs ? state.inputs[port.name] : port.default}
                onChange={(value) => onChange({ inputs: { ...state.inputs, [port.name]: value } })}
              />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

interface NumberTextProps {
  readonly label: string
  readonly value: string
  /** What is wrong with a number that can be read. */
  readonly problem?: string | undefined
  readonly numberOf?: (typed: string) => number | undefined
  readonly onChange: (typed: string) => void
}

/** A number as text, which says when it cannot be read: nothing is computed then. */
function NumberText({ label, value, problem, numberOf: read = numberOf, onChange }: NumberTextProps) {
  const text = useText()
  const isUnreadable = value.trim() !== '' && read(value) === undefined
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={value}
      error={isUnreadable ? text('Tester.notNumber') : problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function isShare(typed: string): boolean {
  const percent = percentOf(typed)
  return percent === undefined || (percent > 0 && percent <= 100)
}

function isBelow(to: string, from: string): boolean {
  const [low, high] = [numberOf(from), numberOf(to)]
  return low !== undefined && high !== undefined && high <= low
}

interface VariedFieldsProps {
  readonly label: string
  readonly ports: readonly EnginePort[]
  readonly varied: Varied
  readonly onChange: (varied: Varied) => void
}

function VariedFields({ label, ports, varied, onChange }: VariedFieldsProps) {
  const text = useText()
  const port = ports.find(({ name }) => name === varied.input)
  const field = (name: 'from' | 'to' | 'steps', title: string) => (
    <NumberText label={title} value={varied[name]} onChange={(typed) => onChange({ ...varied, [name]: typed })} />
  )
  return (
    <div className={classes.line}>
      <Select
        label={label}
        data={ports.map(({ name }) => name)}
        value={varied.input}
        allowDeselect={false}
        searchable
        onChange={(input) => onChange(variedOf(ports.find(({ name }) => name === input)))}
      />
      {port !== undefined && isNumberPort(port) ? (
        <>
          {field('from', text('WhatIf.from'))}
          {field('to', text('WhatIf.to'))}
          {field('steps', text('WhatIf.steps'))}
        </>
      ) : (
        <TextInput
          label={text('WhatIf.values')}
          value={varied.values}
          onChange={(event) => onChange({ ...varied, values: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

interface ScenariosProps {
  readonly ports: readonly EnginePort[]
  readonly scenarios: readonly Scenario[]
  readonly onChange: (scenarios: readonly Scenario[]) => void
}

/** Inputs as rows, scenarios as columns; an empty field means the default. */
function Scenarios({ ports, scenarios, onChange }: ScenariosProps) {
  const text = useText()
  const replace = (index: number, scenario: Scenario) =>
    onChange(scenarios.map((each, i) => (i === index ? scenario : each)))
  const add = () =>
    onChange([...scenarios, { name: text('WhatIf.scenario', { number: scenarios.length + 1 }), inputs: {} }])
  return (
    <>
      {scenarios.length > 0 && (
        <div className={classes.scenarios}>
          <Table aria-label={text('WhatIf.scenarios')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text('WhatIf.input')}</Table.Th>
                {scenarios.map(({ name }, index) => (
                  // Scenarios have no id, only their index: their names are being typed.
                  // oxlint-disable-next-line react/no-array-index-key
                  <Table.Th key={index}>
                    <TextInput
                      aria-label={text('WhatIf.scenarioName', { number: index + 1 })}
                      value={name}
                      onChange={(event) => {
                        const scenario = scenarios[index]
                        if (scenario) replace(index, { ...scenario, name: event.currentTarget.value })
                      }}
                      rightSection={
                        <ActionIcon
                          aria-label={text('WhatIf.removeScenario', { name })}
                          onClick={() => onChange(scenarios.filter((_, i) => i !== index))}
                        >
                          <IconX />
                        </ActionIcon>
                      }
                    />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {ports.map((port) => (
                <Table.Tr key={port.name}>
                  <Table.Th scope="row">{port.name}</Table.Th>
                  {scenarios.map((scenario, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- they have no id, only their index
                    <Table.Td key={index}>
                      <TextInput
                        aria-label={`${port.name}, ${scenario.name}`}
                        placeholder={textOf(port.default)}
                        value={textOf(scenario.inputs[port.name] ?? '')}
                        onChange={(event) => {
                          const { [port.name]: _, ...rest } = scenario.inputs
                          const typed = event.currentTarget.value
                          const inputs = typed === '' ? rest : { ...rest, [port.name]: valueOf(typed, port.type) }
                          replace(index, { ...scenario, inputs })
                        }}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Button variant="default" size="xs" leftSection={<IconPlus />} onClick={add}>
        {text('WhatIf.addScenario')}
      </Button>
    </>
  )
}
