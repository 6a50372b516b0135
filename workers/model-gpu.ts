// Whether the graphics card may be used: there is one, it is no imitation in software, and it computes what it is told.

const COUNT = 64;
/** Flags of the platform's, which the compiler's library of workers lacks. */
const USE = { mapRead: 0x1, copyFrom: 0x4, copyTo: 0x8, storage: 0x80 } as const;
const SHADER = `
@group(0) @binding(0) var<storage, read_write> cells: array<u32>;
@compute @workgroup_size(${COUNT}) fn main(@builtin(global_invocation_id) at: vec3u) {
  cells[at.x] = cells[at.x] * 3u + 1u;
}`;

/** Contract: never rejects. */
export async function gpuWorks({ software }: { readonly software: boolean }): Promise<boolean> {
  if (!('gpu' in navigator)) return false;
  try {
    const adapter = await navigator.gpu.requestAdapter();
    if (adapter === null || (adapter.info.isFallbackAdapter && !software)) return false;
    const device = await adapter.requestDevice();
    try {
      return await computes(device);
    } finally {
      device.destroy();
    }
  } catch {
    return false;
  }
}

async function computes(device: GPUDevice): Promise<boolean> {
  const size = COUNT * 4;
  const cells = device.createBuffer({
    size,
    usage: USE.storage | USE.copyTo | USE.copyFrom,
  });
  const back = device.createBuffer({ size, usage: USE.mapRead | USE.copyTo });
  device.queue.writeBuffer(
    cells,
    0,
    Uint32Array.from({ length: COUNT }, (_, n) => n),
  );
  const pipeline = await device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code: SHADER }), entryPoint: 'main' },
  });
  const commands = device.createCommandEncoder();
  const pass = commands.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(
    0,
    device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer: cells } }],
    }),
  );
  pass.dispatchWorkgroups(1);
  pass.end();
  commands.copyBufferToBuffer(cells, 0, back, 0, size);
  device.queue.submit([commands.finish()]);
  await back.mapAsync(1);
  return new Uint32Array(back.getMappedRange()).every((cell, n) => cell === n * 3 + 1);
}
