#!/usr/bin/env node
import "../dist/turnpipe.js";
