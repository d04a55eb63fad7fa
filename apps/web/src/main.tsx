import './styles/first.css'
import './global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createServices } from './lib/api/services.ts'
import { Root } from './root.tsx'

const root = document.getElementById('root')
if (root) {
  const services = createServices()
  createRoot(root).render(
    <StrictMode>
      <Root services={services} />
    </StrictMode>,
  )
}
