import { Text, TextInput } from '@mantine/core'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { portProblem, type PortValues } from '../properties-form.ts'
import classes from './PortNamesField.module.css'

export interface PortNamesFieldProps {
  readonly label: string
  readonly ports: readonly PortValues[]
  readonly disabled: boolean
  readonly onChange: (ports: readonly PortValues[]) => void
}

const problems: Readonly<Record<NonNullable<ReturnType<typeof portProblem>>, MessageId>> = {
  empty: 'Name.required',
  dot: 'Properties.noDot',
  twice: 'Properties.twice',
}

/** Display names and descriptions of inputs or outputs for callers. */
export function PortNamesField({ label, ports, disabled, onChange }: PortNamesFieldProps) {
  const text = useText()

  function change(index: number, part: Partial<PortValues>) {
    onChange(ports.map((port, at) => (at === index ? { ...port, ...part } : port)))
  }

  if (ports.length === 0) return <Text c="dimmed">{text('Interface.none')}</Text>
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{text('Properties.inWorkbook')}</th>
          <th scope="col">{text('Port.name')}</th>
          <th scope="col">{text('Port.description')}</th>
        </tr>
      </thead>
      <tbody>
        {ports.map((port, index) => {
          const problem = portProblem(ports, index)
          return (
            <tr key={port.originalName}>
              <th scope="row" className="mono">
                {port.originalName}
              </th>
              <td>
                <TextInput
                  size="xs"
                  aria-label={text('Properties.nameOf', { name: port.originalName })}
                  value={port.name}
                  disabled={disabled}
                  error={problem === null ? null : text(problems[problem])}
                  onChange={(event) => change(index, { name: event.currentTarget.value })}
                />
              </td>
              <td>
                <TextInput
                  size="xs"
                  aria-label={text('Properties.descriptionOf', { name: port.originalName })}
                  value={port.description}
                  disabled={disabled}
                  onChange={(event) => change(index, { description: event.currentTarget.value })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
