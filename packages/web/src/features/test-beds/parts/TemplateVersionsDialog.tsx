import { ActionIcon, Button, Group, Table } from '@mantine/core'
import type { TestBedTemplate } from '@sheetwright/contract/test-beds/test-bed-template.ts'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { useSaveTemplateFile } from '../mutations.ts'
import { useTemplateVersions } from '../queries.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

export interface TemplateVersionsDialogProps {
  readonly template: TestBedTemplate
  readonly mayEdit: boolean
  readonly onClose: () => void
}

/** Every version of a template, each with its workbook. */
export function TemplateVersionsDialog({ template, mayEdit, onClose }: TemplateVersionsDialogProps) {
  const text = useText()
  const versions = useTemplateVersions(template.id)
  const save = useSaveTemplateFile()
  const [making, setMaking] = useState(false)
  if (making) {
    return <TemplateDialog productId={template.productId} template={template} onClose={() => setMaking(false)} />
  }
  return (
    <Dialog opened size="large" onClose={onClose} title={text('TestTemplate.versionsOf', { name: template.name })}>
      {versions.isError && <FailureState error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.isPending && <LoadingBlock />}
      {versions.data !== undefined && (
        <Table aria-label={text('Tests.versions')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('Tests.version')}</Table.Th>
              <Table.Th>{text('Tests.engine')}</Table.Th>
              <Table.Th>{text('TestTemplate.columns')}</Table.Th>
              <Table.Th>{text('Tests.createdBy')}</Table.Th>
              <Table.Th>{text('Tests.updated')}</Table.Th>
              <Table.Th>
                <span className="visually-hidden">{text('Tests.download')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.data.items.map(({ id, number, revision, inputs, outputs, createdBy, createdAt }) => (
              <Table.Tr key={id}>
                <Table.Td>{number}</Table.Td>
                <Table.Td>
                  {template.serviceName} {revision}
                </Table.Td>
                <Table.Td>
                  {[inputs ?? text('TestTemplate.allInputs'), outputs ?? text('TestTemplate.allOutputs')]
                    .flat()
                    .join(', ')}
                </Table.Td>
                <Table.Td>{createdBy}</Table.Td>
                <Table.Td>
                  <RelativeMoment value={createdAt} />
                </Table.Td>
                <Table.Td>
                  <ActionIcon
                    aria-label={text('TestTemplate.downloadVersion', { name: template.name, number })}
                    onClick={() => save.mutate({ template, number })}
                  >
                    <IconDownload />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {mayEdit && (
        <Group mt="md">
          <Button variant="default" leftSection={<IconPlus />} onClick={() => setMaking(true)}>
            {text('TestTemplate.newVersion')}
          </Button>
        </Group>
      )}
    </Dialog>
  )
}
