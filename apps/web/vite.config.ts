import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { contractCalls } from './vite.calls.ts'
import { withoutCatalogue } from './vite.catalogue.ts'
import { emojiData } from './vite.emoji.ts'
import { pieces } from './vite.pieces.ts'
import { schemasThatCheck } from './vite.schemas.ts'
import { fontAhead, libraryStyles } from './vite.styles.ts'

const server = process.env.API_URL ?? 'http://127.0.0.1:5001'
const first =
  'ActionIcon|Alert|Anchor|Badge|Box|Button|Center|Checkbox|CloseButton|Code|Collapse|CopyButton|Divider|Group|Input|InputBase|' +
  'Loader|Notification|Paper|PasswordInput|Stack|Text|TextInput|ThemeIcon|Title|UnstyledButton|VisuallyHidden'
const opened = 'Avatar|FocusTrap|Menu|Overlay|Popover|Portal|Tooltip|Transition'
const number = 'node_modules/(@mantine/core/esm/components/NumberInput/|react-number-format/)'
const fields = 'FileInput|PinInput|Radio|Grid'
const pills = 'MultiSelect|TagsInput|Pill|PillsInput'
const publicParts = 'logo|language-switcher|text-link|link-button|code-input'
const publicIcons = 'AlertTriangle|Brand\\w+|Check|Copy|InfoCircle|Language|MailOpened'
/** A page loads what every page starts with, then what it shares with others: few pieces, as each has its own headers. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
  // Texts with parts of a page in them.
  {
    name: 'texts-with-parts',
    test: /node_modules\/(react-i18next\/dist\/es\/(Trans|IcuTrans)|html-parse-stringify|void-elements)/,
    priority: 5.5,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'app-base', test: /node_modules\/(@tanstack|i18next|react-i18next)[\w-]*\//, priority: 5 },
  { name: 'start', tags: ['$initial' as const], priority: 4.5 },
  // What public pages show without anything being opened.
  {
    name: 'ui-first',
    test: new RegExp(`node_modules/@mantine/core/esm/components/(${first})/`),
    priority: 4.2,
    minShareCount: 2,
  },
  {
    name: 'ui-base',
    test: new RegExp(`node_modules/(@mantine/(core/esm/(core|utils|components/(${opened})/)|hooks)|@floating-ui)`),
    priority: 4,
    minShareCount: 2,
  },
  {
    name: 'ui',
    test: new RegExp(
      `node_modules/(@mantine/core/esm/components/(?!NumberInput|${fields}|${pills})|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar)`,
    ),
    priority: 3,
    minShareCount: 3,
  },
  // What some pages have and others do not: numbers, codes, values in pills.
  { name: 'ui-number', test: new RegExp(number), priority: 3.1, minShareCount: 2 },
  {
    name: 'ui-fields',
    test: new RegExp(`node_modules/@mantine/core/esm/components/(${fields})/`),
    priority: 3,
    minShareCount: 2,
  },
  {
    name: 'ui-pills',
    test: new RegExp(`node_modules/@mantine/core/esm/components/(${pills})/`),
    priority: 3,
    minShareCount: 2,
  },
  { name: 'icons', test: /node_modules\/@tabler\//, priority: 3, minShareCount: 2 },
  { name: 'schemas', test: /node_modules\/zod\/|contracts\/src\/(endpoint|shared)\.ts$/, priority: 3 },
  { name: 'calls', test: /contracts\/src\/.*\?calls$/, priority: 3, minShareCount: 2 },
  // Of what pages share, that of the public ones apart: the rest needs schemas and most of the library.
  {
    name: 'shared-public',
    test: new RegExp(`web/src/components/\\w+/(${publicParts})|icons/Icon(${publicIcons})\\.mjs`),
    priority: 4,
  },
  // What shows lists of anything, with their filters, views and files.
  {
    name: 'lists',
    test: /web\/src\/(components\/table\/(?!search-field))|node_modules\/mantine-datatable\//,
    priority: 2.5,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'shared',
    test: /web\/src\/((lib\/\w+|components\/\w+|queries)\/(?!form[-.]|fields|number-input|tags-input|wizard|object-cards|versioned-form|edit-conflict|reason-|impersonate-|chart|day-chart|timezone|regions|password|language-menu|canned-|file-rules|file-size)|features\/product-notifications\/inbox\/places)|contracts\/src\/(abilities|errors)\.ts$/,
    priority: 2,
    minShareCount: 2,
  },
]

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    contractCalls(),
    schemasThatCheck(),
    emojiData(),
    libraryStyles(),
    fontAhead(),
    pieces(),
    withoutCatalogue(),
  ],
  resolve: { conditions: ['recado-source', ...defaultClientConditions] },
  define: { __APP_VERSION__: JSON.stringify(manifest.version) },
  build: {
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5000,
    proxy: {
      '/api': server,
      '/v1': server,
      '/files': server,
      '/webhooks': server,
      '/live': { target: server, ws: true },
      '/socket.io': { target: server, ws: true },
    },
  },
})
