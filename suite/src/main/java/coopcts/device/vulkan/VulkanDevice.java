// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;
import static coopcts.device.vulkan.VulkanException.given;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.device.Questions;
import coopcts.model.DeviceReport;
import coopcts.model.Enabled;
import coopcts.model.VectorMatrix;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandBufferInheritanceInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceCreateInfo;
import org.lwjgl.vulkan.VkDeviceQueueCreateInfo;
import org.lwjgl.vulkan.VkFenceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkQueueFamilyProperties;
import org.lwjgl.vulkan.VkSubmitInfo;

/**
 * A Vulkan device with one queue for compute, and for graphics where there is such a one. Handles
 * are made once and used for every dispatch.
 */
final class VulkanDevice implements Device {

  private static final int GRAPHICS = 1;
  private static final int COMPUTE = 2;

  /** The watchdog outside is quicker as a rule; this ends a wait when there is none. */
  private static final long FENCE_TIMEOUT_NANOS = 600_000_000_000L;

  private static final int FIRST_ARENA = 4 << 20;

  private final VulkanInstance instance;
  private final boolean executes;
  private final DeviceReport report;
  private final String uuid;
  private final VkDevice device;
  private final int queueFamily;
  private final VkQueue queue;
  private final long commandPool;
  private final VkCommandBuffer commands;
  private final long fence;
  private final PipelineCache pipelineCache;
  private final Questions questions;
  private final Map<MemoryKind, BufferArena> arenas = new EnumMap<>(MemoryKind.class);
  private RayScene scene;

  /** Command buffers that primary ones execute, as many as were used at once. */
  private final List<VkCommandBuffer> secondaries = new ArrayList<>();

  private int secondariesUsed;
  private SecondQueue second;

  /** What was enabled beside what is as a matter of course. */
  private final Set<Enabled> enabled;

  /** The same physical device made with more, each by what. */
  private final Map<Set<Enabled>, VulkanDevice> others = new HashMap<>();

  /**
   * Opens a device as ordinary applications do; takes the instance over, which is closed with the
   * device.
   *
   * @param executes whether anything is submitted
   */
  VulkanDevice(VulkanInstance instance, VkPhysicalDevice physical, boolean executes) {
    this(instance, physical, ReportReader.of(physical), executes, Set.of());
  }

  private VulkanDevice(
      VulkanInstance instance,
      VkPhysicalDevice physical,
      DeviceReport report,
      boolean executes,
      Set<Enabled> enabled) {
    this.instance = instance;
    this.report = report;
    this.executes = executes;
    this.enabled = enabled;
    this.uuid = ReportReader.uuid(physical);
    this.questions = new Questions(new VulkanInterface(this, physical));
    try (MemoryStack stack = MemoryStack.stackPush()) {
      int family = computeFamily(physical, stack);
      queueFamily = family;
      device = createDevice(physical, family, enabled, executes, stack);
      PointerBuffer pointer = stack.mallocPointer(1);
      VK10.vkGetDeviceQueue(device, family, 0, pointer);
      queue = new VkQueue(given("vkGetDeviceQueue", pointer.get(0)), device);
      LongBuffer handle = stack.mallocLong(1);
      VkCommandPoolCreateInfo pool =
          VkCommandPoolCreateInfo.calloc(stack).sType$Default().flags(2).queueFamilyIndex(family);
      check("vkCreateCommandPool", VK10.vkCreateCommandPool(device, pool, null, handle));
      commandPool = handle.get(0);
      commands = allocate(commandPool, VK10.VK_COMMAND_BUFFER_LEVEL_PRIMARY, stack);
      check(
          "vkCreateFence",
          VK10.vkCreateFence(
              device, VkFenceCreateInfo.calloc(stack).sType$Default(), null, handle));
      fence = handle.get(0);
    }
    pipelineCache = new PipelineCache(device, null);
  }

  /** A family of queues for compute, one that takes graphics too where there is such. */
  private static int computeFamily(VkPhysicalDevice physical, MemoryStack stack) {
    VkQueueFamilyProperties.Buffer families = families(physical, stack);
    for (int wanted : new int[] {COMPUTE | GRAPHICS, COMPUTE}) {
      for (int i = 0; i < families.capacity(); i++) {
        if ((families.get(i).queueFlags() & wanted) == wanted) {
          return i;
        }
      }
    }
    throw new VulkanException("the search for a compute queue", -3);
  }

  private static VkQueueFamilyProperties.Buffer families(
      VkPhysicalDevice physical, MemoryStack stack) {
    IntBuffer count = stack.ints(0);
    VK10.vkGetPhysicalDeviceQueueFamilyProperties(physical, count, null);
    var families =
        VkQueueFamilyProperties.calloc(
            VulkanException.number("vkGetPhysicalDeviceQueueFamilyProperties", count.get(0)),
            stack);
    VK10.vkGetPhysicalDeviceQueueFamilyProperties(physical, count, families);
    return families;
  }

  /** Whether the queue that the suite uses takes graphics commands. */
  static boolean hasGraphics(VkPhysicalDevice physical, MemoryStack stack) {
    int flags = families(physical, stack).get(computeFamily(physical, stack)).queueFlags();
    return (flags & GRAPHICS) != 0;
  }

  /** Whether there are two queues of the kind that the suite uses. */
  static boolean hasTwoQueues(VkPhysicalDevice physical, MemoryStack stack) {
    return families(physical, stack).get(computeFamily(physical, stack)).queueCount() > 1;
  }

  private static VkDevice createDevice(
      VkPhysicalDevice physical,
      int family,
      Set<Enabled> enabled,
      boolean executes,
      MemoryStack stack) {
    Set<String> extensions = new TreeSet<>(ReportReader.extensions(physical).keySet());
    FeatureChain chain = new FeatureChain(physical, extensions, stack);
    long features = chain.enable(enabled);
    extensions.removeAll(chain.unused());
    var fault =
        DeviceFault.wanted(physical, ReportReader.has(physical, DeviceFault.EXTENSION), stack);
    if (fault != null) {
      extensions.add(DeviceFault.EXTENSION);
      features = fault.pNext(features).address();
    }
    var told =
        Executables.wanted(
            physical, !executes && ReportReader.has(physical, Executables.EXTENSION), stack);
    if (told != null) {
      extensions.add(Executables.EXTENSION);
      features = told.pNext(features).address();
    }
    var subset = Portability.features(physical, extensions.contains(Portability.SUBSET), stack);
    if (subset != null) {
      features = subset.pNext(features).address();
    }
    VkDeviceCreateInfo info =
        createInfo(extensions, features, family, hasTwoQueues(physical, stack), stack);
    PointerBuffer handle = stack.mallocPointer(1);
    check("vkCreateDevice", VK10.vkCreateDevice(physical, info, null, handle));
    return new VkDevice(given("vkCreateDevice", handle.get(0)), physical, info);
  }

  /** Creates a device with these features and destroys it; returns the VkResult. */
  static int tryCreate(VkPhysicalDevice physical, long features, MemoryStack stack) {
    Set<String> extensions = ReportReader.extensions(physical).keySet();
    VkDeviceCreateInfo info =
        createInfo(extensions, features, computeFamily(physical, stack), false, stack);
    PointerBuffer handle = stack.mallocPointer(1);
    int result = VK10.vkCreateDevice(physical, info, null, handle);
    if (result == VK10.VK_SUCCESS) {
      VK10.vkDestroyDevice(new VkDevice(handle.get(0), physical, info), null);
    }
    return result;
  }

  private static VkDeviceCreateInfo createInfo(
      Set<String> extensions, long features, int family, boolean hasTwo, MemoryStack stack) {
    PointerBuffer names = stack.mallocPointer(extensions.size());
    extensions.forEach(name -> names.put(stack.UTF8(name)));
    VkDeviceQueueCreateInfo.Buffer queues =
        VkDeviceQueueCreateInfo.calloc(1, stack)
            .sType$Default()
            .queueFamilyIndex(family)
            .pQueuePriorities(hasTwo ? stack.floats(1, 1) : stack.floats(1));
    return VkDeviceCreateInfo.calloc(stack)
        .sType$Default()
        .pNext(features)
        .pQueueCreateInfos(queues)
        .ppEnabledExtensionNames(names.flip());
  }

  @Override
  public String uuid() {
    return uuid;
  }

  @Override
  public boolean executes() {
    return executes;
  }

  @Override
  public DeviceReport report() {
    return report;
  }

  @Override
  public Pipeline prepare(Kernel kernel) throws DeviceException {
    if (!kernel.enabled().equals(enabled)) {
      return other(kernel.enabled()).prepare(kernel);
    }
    try {
      Pipeline pipeline = new ShaderPipeline(this, kernel);
      Optional<String> complaint = instance.complaint();
      if (complaint.isPresent()) {
        pipeline.close();
        throw new DeviceException(new Outcome.Invalid(complaint.get()));
      }
      return pipeline;
    } catch (VulkanException e) {
      Optional<String> complaint = instance.complaint();
      throw new DeviceException(
          complaint.isPresent() && !e.isDeviceLost()
              ? new Outcome.Invalid(complaint.get())
              : outcome(e));
    }
  }

  private VulkanDevice other(Set<Enabled> wanted) throws DeviceException {
    VulkanDevice known = others.get(wanted);
    if (known == null) {
      try {
        known = new VulkanDevice(instance, device.getPhysicalDevice(), report, executes, wanted);
      } catch (VulkanException e) {
        throw new DeviceException(
            new Outcome.Refused("a device with %s: %s".formatted(wanted, e.getMessage())));
      }
      others.put(wanted, known);
    }
    return known;
  }

  @Override
  public byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to) throws DeviceException {
    try {
      return VectorMatrixConverter.onHost(device, from, source, to);
    } catch (VulkanException e) {
      throw new DeviceException(outcome(e));
    }
  }

  @Override
  public Optional<List<String>> probe(String name) throws DeviceException {
    try {
      return questions.ask(name);
    } catch (NotExecutedException e) {
      throw new DeviceException(new Outcome.Compiled());
    }
  }

  /** Work was about to be submitted to a device that executes nothing. */
  static final class NotExecutedException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** The fence was not signalled in time. */
  static final class WaitException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Records commands, runs them and waits for their end. */
  void submit(Consumer<VkCommandBuffer> recorder) {
    if (!executes) {
      throw new NotExecutedException();
    }
    try (MemoryStack stack = MemoryStack.stackPush()) {
      secondariesUsed = 0;
      check(
          "vkBeginCommandBuffer",
          VK10.vkBeginCommandBuffer(
              commands, VkCommandBufferBeginInfo.calloc(stack).sType$Default().flags(1)));
      recorder.accept(commands);
      check("vkEndCommandBuffer", VK10.vkEndCommandBuffer(commands));
      VkSubmitInfo submit =
          VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(commands));
      check("vkQueueSubmit", VK10.vkQueueSubmit(queue, submit, fence));
      int waited = VK10.vkWaitForFences(device, fence, true, FENCE_TIMEOUT_NANOS);
      if (waited == VK10.VK_TIMEOUT) {
        throw new WaitException();
      }
      check("vkWaitForFences", waited);
      check("vkResetFences", VK10.vkResetFences(device, fence));
    }
  }

  /** Records commands in a secondary command buffer, which the primary one executes. */
  void inSecondary(VkCommandBuffer primary, Consumer<VkCommandBuffer> recorder) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      if (secondariesUsed == secondaries.size()) {
        secondaries.add(allocate(commandPool, VK10.VK_COMMAND_BUFFER_LEVEL_SECONDARY, stack));
      }
      VkCommandBuffer secondary = secondaries.get(secondariesUsed++);
      check(
          "vkBeginCommandBuffer",
          VK10.vkBeginCommandBuffer(
              secondary,
              VkCommandBufferBeginInfo.calloc(stack)
                  .sType$Default()
                  .flags(1)
                  .pInheritanceInfo(VkCommandBufferInheritanceInfo.calloc(stack).sType$Default())));
      recorder.accept(secondary);
      check("vkEndCommandBuffer", VK10.vkEndCommandBuffer(secondary));
      VK10.vkCmdExecuteCommands(primary, secondary);
    }
  }

  private VkCommandBuffer allocate(long pool, int level, MemoryStack stack) {
    PointerBuffer pointer = stack.mallocPointer(1);
    VkCommandBufferAllocateInfo allocation =
        VkCommandBufferAllocateInfo.calloc(stack)
            .sType$Default()
            .commandPool(pool)
            .level(level)
            .commandBufferCount(1);
    check("vkAllocateCommandBuffers", VK10.vkAllocateCommandBuffers(device, allocation, pointer));
    return new VkCommandBuffer(given("vkAllocateCommandBuffers", pointer.get(0)), device);
  }

  /** Records two parts of work, runs each in a queue of its own and waits for both. */
  void submitToBoth(ObjIntConsumer<VkCommandBuffer> recorder) {
    if (second == null) {
      second = new SecondQueue(device, queueFamily);
    }
    second.start(commands -> recorder.accept(commands, 1));
    submit(commands -> recorder.accept(commands, 0));
    second.await(FENCE_TIMEOUT_NANOS);
  }

  /** Whether the validation layer listens. */
  boolean isValidated() {
    return instance.isValidated();
  }

  /** What the validation layer said since the last call. */
  Optional<String> complaint() {
    return instance.complaint();
  }

  @Override
  public List<byte[]> convertByCommand(List<Conversion> all) throws DeviceException {
    try {
      return VectorMatrixConverter.onDevice(this, all);
    } catch (NotExecutedException e) {
      throw new DeviceException(new Outcome.Compiled());
    } catch (VulkanException e) {
      throw new DeviceException(outcome(e));
    }
  }

  /** What came of the shader or conversion that a command broke off, with what the device says. */
  Outcome outcome(VulkanException broken) {
    if (!broken.isDeviceLost()) {
      return new Outcome.Refused(broken.getMessage());
    }
    String fault = DeviceFault.of(device);
    return new Outcome.DeviceLost(
        broken.getMessage() + (fault.isEmpty() ? "" : "; the device says: " + fault));
  }

  private int usage() {
    return report.has("bufferDeviceAddress")
        ? DeviceBuffer.STORAGE | DeviceBuffer.UNIFORM | DeviceBuffer.ADDRESS
        : DeviceBuffer.STORAGE | DeviceBuffer.UNIFORM;
  }

  /** What rays are traced through. */
  RayScene scene() {
    if (scene == null) {
      scene = new RayScene(this);
    }
    return scene;
  }

  VkDevice handle() {
    return device;
  }

  /** None where nothing but the compiler is looked at: it is to work each time. */
  long pipelineCache() {
    return executes ? pipelineCache.handle() : VK10.VK_NULL_HANDLE;
  }

  /** Whether pipelines are made so that the driver tells of their machine code. */
  boolean captures() {
    return device.getCapabilities().VK_KHR_pipeline_executable_properties;
  }

  /** Memory for one dispatch: at least this many bytes. */
  BufferArena arena(int bytes, MemoryKind kind) {
    BufferArena known = arenas.get(kind);
    if (known == null || known.bytes() < bytes) {
      int size = Math.max(bytes, known == null ? FIRST_ARENA : 2 * known.bytes());
      if (known != null) {
        known.close();
        arenas.remove(kind);
      }
      known = new BufferArena(device, size, usage(), kind);
      arenas.put(kind, known);
    }
    return known;
  }

  @Override
  public void close() {
    others.values().forEach(VulkanDevice::close);
    VK10.vkDeviceWaitIdle(device);
    arenas.values().forEach(BufferArena::close);
    if (second != null) {
      second.close();
    }
    if (scene != null) {
      scene.close();
    }
    pipelineCache.close();
    VK10.vkDestroyFence(device, fence, null);
    VK10.vkDestroyCommandPool(device, commandPool, null);
    VK10.vkDestroyDevice(device, null);
    if (enabled.isEmpty()) {
      instance.close();
    }
  }
}
