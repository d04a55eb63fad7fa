import './styles/first.css'
import './global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createServices } from './lib/services.ts'

const root = document.getElementById('root')
if (root) {
  const services = await createServices()
  createRoot(root).render(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
  )
}
