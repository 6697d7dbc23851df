#!/usr/bin/env node
import { serve } from '../runtime/index.ts'
import { app } from './app.ts'

await serve(app)
