import { Button, Select } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { useExecute } from '../../api-tester/mutations.ts'
import { RequestCode } from '../../api-tester/parts/RequestCode.tsx'
import { type OwnService, useOwnServices, useServiceExample } from '../queries.ts'
import { GeneralExample } from './GeneralExample.tsx'

/** A request to one of the user's own engines with its saved inputs, to copy or send. */
export function OwnExample({ tenant }: { tenant: string }) {
  const text = useText()
  const services = useOwnServices(tenant)
  const [chosen, setChosen] = useState<string | null>(null)
  if (services.isPending) return <LoadingBlock />
  if (services.isError) return <FailureState error={services.error} onRetry={() => void services.refetch()} />
  const service = services.data.find(({ service_id }) => service_id === chosen) ?? services.data[0]
  if (service === undefined) return <GeneralExample />
  return (
    <>
      <Select
        label={text('QuickStart.engine')}
        data={services.data.map(({ service_id, service_uri }) => ({ value: service_id, label: service_uri }))}
        value={service.service_id}
        onChange={setChosen}
        allowDeselect={false}
        searchable
      />
      <ServiceExample key={service.service_id} service={service} />
    </>
  )
}

function ServiceExample({ service }: { service: OwnService }) {
  const text = useText()
  const { folder_id: product, service_id: engine } = service
  const example = useServiceExample(product, engine)
  const execute = useExecute({ product, engine, subservice: null, versionId: null })
  if (example.isPending) return <LoadingBlock />
  if (example.isError) return <FailureState error={example.error} onRetry={() => void example.refetch()} />
  const body = { request_data: { inputs: example.data }, request_meta: { call_purpose: 'Try it' } }
  const url = `${window.location.origin}/api/v1/product/${product}/engines/Execute/${engine}`
  return (
    <>
      <RequestCode name={service.service_name} request={{ url, body }} />
      <div>
        <Button leftSection={<IconPlayerPlay />} loading={execute.isPending} onClick={() => execute.mutate(body)}>
          {text('QuickStart.try')}
        </Button>
      </div>
      {execute.isError && <p role="alert">{errorText(text, execute.error)}</p>}
      {execute.isSuccess && (
        <CodeBlock title={text('ApiReference.answer')} code={JSON.stringify(execute.data.raw, null, 2)} />
      )}
    </>
  )
}
