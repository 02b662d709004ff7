import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { InputsForm } from '../../api-tester/parts/InputsForm.tsx'
import { Refusal } from '../../api-tester/parts/Refusal.tsx'
import type { EngineChain } from '../chain-form.ts'
import { useExecuteChain } from '../mutations.ts'
import { ChainResult } from './ChainResult.tsx'
import classes from './RunChainDialog.module.css'

export interface RunChainDialogProps {
  readonly engine: EngineDetail
  readonly chain: EngineChain
  readonly onClose: () => void
}

/** Runs a chain with inputs of its first engine and shows the result of each step. */
export function RunChainDialog({ engine, chain, onClose }: RunChainDialogProps) {
  const text = useText()
  const execute = useExecuteChain({ product: engine.productId, engine: engine.id }, chain.id)
  const ports = engine.interface.inputs
  const [inputs, setInputs] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(ports.map((port) => [port.name, port.default])),
  )
  return (
    <FormDialog
      size="large"
      title={text('Chain.runOf', { name: chain.name })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        execute.mutate(inputs)
      }}
      submitLabel={text('Chain.run')}
      submitting={execute.isPending}
    >
      <InputsForm ports={ports} inputs={inputs} onChange={setInputs} options={noOptions} problems={[]} />
      <div aria-live="polite">
        {execute.error !== null && (
          <div role="alert" className={classes.failure}>
            <Refusal error={execute.error} />
          </div>
        )}
        {execute.data !== undefined && execute.error === null && <ChainResult result={execute.data} />}
      </div>
    </FormDialog>
  )
}

const noOptions: ReadonlyMap<string, readonly unknown[]> = new Map()
