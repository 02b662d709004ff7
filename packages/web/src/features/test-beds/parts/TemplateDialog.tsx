import { MultiSelect, Select, TextInput } from '@mantine/core'
import type { TestBedTemplate } from '@sheetwright/contract/test-beds/test-bed-template.ts'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { useEngine, useEngines } from '../../engines/queries.ts'
import { useMakeTemplate } from '../mutations.ts'

export interface TemplateDialogProps {
  readonly productId: string
  /** The template that gets a new version; undefined for a new one. */
  readonly template?: TestBedTemplate | undefined
  readonly onClose: () => void
}

/** Creates a template, or its next version, from the interface of an engine, with chosen columns. */
export function TemplateDialog({ productId, template, onClose }: TemplateDialogProps) {
  const text = useText()
  const engines = useEngines(productId, { name: '', favourites: false, page: 1, pageSize: 1000, sort: undefined })
  const make = useMakeTemplate()
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [inputs, setInputs] = useState<string[]>(template?.latest.inputs ?? [])
  const [outputs, setOutputs] = useState<string[]>(template?.latest.outputs ?? [])
  const options = engines.data?.items.map(({ id, serviceName }) => ({ value: id, label: serviceName })) ?? []
  const engineId = template?.engineId ?? chosen ?? options[0]?.value

  function submit(event: FormEvent) {
    event.preventDefault()
    if (engineId === undefined) return
    make.mutate(
      {
        ...(template === undefined ? { engineId, name: name.trim() } : { templateId: template.id }),
        ...(inputs.length === 0 ? {} : { inputs }),
        ...(outputs.length === 0 ? {} : { outputs }),
      },
      { onSuccess: onClose },
    )
  }

  return (
    <FormDialog
      title={template === undefined ? text('TestTemplate.new') : text('TestTemplate.nextOf', { name: template.name })}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text(template === undefined ? 'TestTemplate.make' : 'TestTemplate.makeVersion')}
      submitting={make.isPending}
      submitDisabled={engineId === undefined || (template === undefined && name.trim() === '')}
      failure={make.error}
    >
      {template === undefined && (
        <>
          <Select
            label={text('Tests.engine')}
            data={options}
            value={engineId ?? null}
            allowDeselect={false}
            onChange={(value) => {
              setChosen(value)
              setInputs([])
              setOutputs([])
            }}
          />
          <TextInput
            label={text('Tests.name')}
            required
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </>
      )}
      {engineId !== undefined && (
        <>
          <Ports
            productId={productId}
            engineId={engineId}
            side="inputs"
            label={text('TestTemplate.inputs')}
            value={inputs}
            onChange={setInputs}
          />
          <Ports
            productId={productId}
            engineId={engineId}
            side="outputs"
            label={text('TestTemplate.outputs')}
            value={outputs}
            onChange={setOutputs}
          />
        </>
      )}
    </FormDialog>
  )
}

interface PortsProps {
  readonly productId: string
  readonly engineId: string
  readonly side: 'inputs' | 'outputs'
  readonly label: string
  readonly value: string[]
  readonly onChange: (value: string[]) => void
}

function Ports({ productId, engineId, side, label, value, onChange }: PortsProps) {
  const text = useText()
  const engine = useEngine(productId, engineId)
  return (
    <MultiSelect
      label={label}
      description={text('TestTemplate.allUnlessChosen')}
      data={engine.data?.interface[side].map(({ name }) => name) ?? []}
      value={value}
      onChange={onChange}
      searchable
      clearable
    />
  )
}
