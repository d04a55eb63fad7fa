import '../src/styles/first.css'
import '../src/global.css'
import '../src/styles/app.css'
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { createTexts } from '#web/lib/i18n/i18n.ts'
import { cssVariables, theme } from '#web/theme.ts'
import { placeOf } from './address.ts'
import { Catalogue } from './catalogue.tsx'
import { parts } from './part.ts'
import { Stage } from './stage.tsx'

const place = placeOf(location.search)
const part = parts.find(({ name }) => name === place.part) ?? parts[0]
const root = document.getElementById('root')
if (root && part) {
  const texts = await createTexts()
  await texts.changeLanguage(place.language)
  await texts.loadNamespaces(['errors', 'validation', 'lists', 'companies/companies', 'product-notifications/inbox'])
  createRoot(root).render(
    <I18nextProvider i18n={texts}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={place.scheme}>
        {place.alone ? <Stage part={part} state={place.state} /> : <Catalogue part={part} start={place} />}
      </MantineProvider>
    </I18nextProvider>,
  )
}
