import { Alert, Group, Select, Stack, Switch, Tabs, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type EngineType, engineType } from '@sheetwright/contract/engines/engine.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useConfiguration } from '../../../platform/session/configuration.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { absentTypeNames, engineTypeNames } from '../engine-type-names.ts'
import { useUpdateEngine } from '../mutations.ts'
import { engineChange, type EngineValues, engineValuesOf, portProblem } from '../properties-form.ts'
import { usePublishRules } from '../publish-form.ts'
import { useApprovalLock, useTypeLock } from '../use-approval-lock.ts'
import { EffectiveDays } from './EffectiveDays.tsx'
import { PortNamesField } from './PortNamesField.tsx'
import { PropertyListField } from './PropertyListField.tsx'

const types = engineType.options satisfies readonly EngineType[]

/** Edits the properties of an engine and of the chosen version. */
export function PropertiesDialog({ engine, onClose }: { engine: EngineDetail; onClose: () => void }) {
  const text = useText()
  const address = { product: engine.productId, engine: engine.id }
  const update = useUpdateEngine(address)
  const lock = useApprovalLock(address, engine.version)
  const keepsType = useTypeLock(address) || lock !== undefined
  const before = engineValuesOf(engine)
  const rules = usePublishRules(false)
  const form = useForm<EngineValues>({
    initialValues: before,
    validate: {
      ...rules,
      connectorUrl: (url, { engineType: type }) =>
        type === 'Type4' && !/^https?:\/\/\S+$/.test(url.trim()) ? text('Properties.urlRequired') : null,
      inputs: (ports) => (ports.some((_, index) => portProblem(ports, index) !== null) ? true : null),
      outputs: (ports) => (ports.some((_, index) => portProblem(ports, index) !== null) ? true : null),
    },
  })
  const guard = useLeaveGuard(form.isDirty())
  const { engineTypes: runnable } = useConfiguration()
  const keepsNames = engine.version.state !== 'Draft' || lock !== undefined
  const { revision } = engine.version

  /** A type that cannot run here shows the reason and is disabled, unless the engine already has it. */
  function typeChoice(value: EngineType, runs: boolean) {
    const absent = absentTypeNames[value]
    const label = text(runs || absent === undefined ? engineTypeNames[value] : absent)
    return { value, label, disabled: !runs && value !== before.engineType }
  }

  function submit(values: EngineValues) {
    update.mutate(engineChange(values, before, engine), {
      onSuccess() {
        guard.release()
        toastSuccess(text('Properties.saved', { name: engine.name }))
        onClose()
      },
    })
  }

  return (
    <FormDialog
      size="large"
      title={text('Properties.title', { name: engine.name, revision })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      guard={guard}
      submitLabel={text('Dialog.save')}
      submitting={update.isPending}
      submitDisabled={!form.isDirty()}
      failure={update.error}
    >
      <Tabs defaultValue="general">
        <Tabs.List mb="lg">
          <Tabs.Tab value="general">{text('Properties.general')}</Tabs.Tab>
          <Tabs.Tab value="inputs">{text('Interface.inputs')}</Tabs.Tab>
          <Tabs.Tab value="outputs">{text('Interface.outputs')}</Tabs.Tab>
          <Tabs.Tab value="properties">{text('Properties.properties')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <Stack gap="lg">
            <Group gap="lg" align="flex-start" grow>
              <Select
                label={text('Engine.type')}
                description={keepsType && text('Gate.typeStays')}
                data={types.map((type) => typeChoice(type, runnable.includes(type)))}
                allowDeselect={false}
                disabled={keepsType}
                {...form.getInputProps('engineType')}
              />
              {form.values.engineType === 'Type4' && (
                <TextInput
                  label={text('Engine.connectorUrl')}
                  required
                  disabled={keepsType}
                  placeholder="https://"
                  {...form.getInputProps('connectorUrl')}
                />
              )}
            </Group>
            <EffectiveDays lock={lock} start={form.getInputProps('start')} end={form.getInputProps('end')} />
            <Textarea
              label={text('Publish.note')}
              autosize
              minRows={2}
              maxRows={8}
              {...form.getInputProps('releaseNote')}
            />
            <Switch
              label={text('Engine.isPublic')}
              description={text('Properties.publicRule')}
              {...form.getInputProps('isPublic', { type: 'checkbox' })}
            />
            <Switch
              label={text('Engine.mayLeave')}
              description={text('Properties.leaveRule')}
              {...form.getInputProps('mayLeave', { type: 'checkbox' })}
            />
            <Switch
              label={text('Engine.forAssistants')}
              description={text('Properties.assistantsRule', { address: `${window.location.origin}/api/v1/mcp` })}
              {...form.getInputProps('forAssistants', { type: 'checkbox' })}
            />
          </Stack>
        </Tabs.Panel>
        {(['inputs', 'outputs'] as const).map((field) => (
          <Tabs.Panel key={field} value={field}>
            {keepsNames && <NamesStay isReviewed={lock === 'reviewed'} />}
            <PortNamesField
              label={text(field === 'inputs' ? 'Interface.inputs' : 'Interface.outputs')}
              ports={form.values[field]}
              disabled={keepsNames}
              onChange={(ports) => form.setFieldValue(field, ports)}
            />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="properties">
          {keepsNames && <NamesStay isReviewed={lock === 'reviewed'} />}
          <PropertyListField
            properties={form.values.properties}
            disabled={keepsNames}
            onChange={(properties) => form.setFieldValue('properties', properties)}
          />
        </Tabs.Panel>
      </Tabs>
    </FormDialog>
  )
}

/** Callers rely on published versions, and others review what was requested: only other drafts can be changed. */
function NamesStay({ isReviewed }: { readonly isReviewed: boolean }) {
  const text = useText()
  return (
    <Alert variant="light" color="petrol" icon={<IconInfoCircle />} mb="lg">
      {text(isReviewed ? 'Gate.reviewedStays' : 'Properties.draftsOnly')}
    </Alert>
  )
}
