import './platform/api/schemas-without-eval.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import 'virtual:theme.css'
import './ui/global.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { bootProduct } from './app/boot.ts'
import { showBootFailure } from './app/boot-failure.ts'
import { focusFirstMistake } from './app/focus-first-mistake.ts'
import { printOnWhite } from './app/print-on-white.ts'
import { refocusBusyButton } from './app/refocus-busy-button.ts'
import { openErrorReports } from './platform/telemetry/error-reports.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')

printOnWhite(window)
focusFirstMistake(window)
refocusBusyButton(window)

try {
  const props = await bootProduct(window)
  const { report } = await openErrorReports(props.configuration)
  createRoot(root, { onCaughtError: report, onUncaughtError: report }).render(<App {...props} />)
} catch (error) {
  await showBootFailure(root, error)
}
