import { Button, Menu } from '@mantine/core'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { IconDownload, IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useRunFile } from '../mutations.ts'
import type { EngineAddress, ExecuteBody } from '../run.ts'

interface RunFilesProps {
  readonly address: EngineAddress
  readonly body: ExecuteBody
  readonly reports: EngineInterface['reports']
  /** Pictures for the reports, as data URIs by name. */
  readonly images: Readonly<Record<string, string>>
  /** Whether this user may download the workbook. */
  readonly mayTake: boolean
}

/** Files made from the inputs of a run: the filled workbook and the reports. */
export function RunFiles({ address, body, reports, images, mayTake }: RunFilesProps) {
  const text = useText()
  const file = useRunFile(address)
  if (!mayTake && reports.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload />} loading={file.isPending}>
          {text('Tester.files')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayTake && (
          <Menu.Item leftSection={<IconFileSpreadsheet />} onClick={() => file.mutate({ body })}>
            {text('Tester.filledWorkbook')}
          </Menu.Item>
        )}
        {reports.map(({ name }) => (
          <Menu.Item
            key={name}
            leftSection={<IconFileTypePdf />}
            onClick={() => file.mutate({ body, report: name, images })}
          >
            {text('Tester.report', { name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
