import { start } from './app/start.tsx'
import { routes } from './routes.tsx'

void start(routes)
