import { ActionIcon, type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconContrast } from '@tabler/icons-react'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import { useText } from '../../platform/messages/use-text.ts'

const schemes: Readonly<Record<MantineColorScheme, MessageId>> = {
  light: 'ColorScheme.light',
  dark: 'ColorScheme.dark',
  auto: 'ColorScheme.system',
}

export function ColorSchemeMenu() {
  const text = useText()
  // Without keepTransitions the library inserts a style element, which the content-security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <Menu position="bottom-end">
      <Tooltip label={text('ColorScheme.label')}>
        <Menu.Target>
          <ActionIcon aria-label={text('ColorScheme.label')}>
            <IconContrast className="large" />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {Object.entries(schemes).map(([scheme, label]) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {text(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
