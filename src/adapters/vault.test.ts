import { createMemoryVault } from './memory-vault.ts';
import { vaultContract } from './vault.contract.ts';

vaultContract('memory', async () => {
  const vault = createMemoryVault();
  return { open: async () => vault };
});
