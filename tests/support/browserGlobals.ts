import { vi } from 'vitest'

// relay-test-utils makes its mock functions with the global of another test runner.
Object.assign(globalThis, { jest: vi })
