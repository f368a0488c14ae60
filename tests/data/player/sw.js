const FILES = {{files}}; const VERSION = "{{version}}"; self.addEventListener("install", () => FILES);
