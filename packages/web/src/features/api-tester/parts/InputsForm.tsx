import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import type { Inputs, Note } from '../run.ts'
import classes from './InputsForm.module.css'
import { PortField } from './PortField.tsx'

export interface InputsFormProps {
  readonly ports: readonly EnginePort[]
  readonly inputs: Inputs
  readonly onChange: (inputs: Inputs) => void
  /** Options of lists that depend on other inputs. */
  readonly options: ReadonlyMap<string, readonly unknown[]>
  readonly problems: readonly Note[]
}

/** One field for each input. */
export function InputsForm({ ports, inputs, onChange, options, problems }: InputsFormProps) {
  const text = useText()
  const serverText = useServerText()
  if (ports.length === 0) return <p className={classes.none}>{text('Tester.noInputs')}</p>
  const said = new Map(problems.map(({ key, message }) => [key, serverText(message)]))
  return (
    <div className={classes.fields}>
      {ports.map((port) => (
        <PortField
          key={port.name}
          port={port}
          value={inputs[port.name]}
          onChange={(value) => onChange({ ...inputs, [port.name]: value })}
          options={options.get(port.name)}
          problem={said.get(port.name)}
        />
      ))}
    </div>
  )
}
