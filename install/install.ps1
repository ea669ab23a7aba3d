# Puts Margay in place for the person who runs it, on Windows. Where scripts may not run:
#
#   powershell -ExecutionPolicy Bypass -File install.ps1 ...
#
#   .\install.ps1                              the program (margay.exe, or of this machine's kind: margay-windows-amd64.exe)
#                                              beside this script, or the one that make build made
#   .\install.ps1 PATH                         that program, or an archive (.zip) that holds it
#   .\install.ps1 URL [--sha256 HEX]           an archive or program from there, checked against HEX or URL.sha256
#                                              (the latter from PowerShell 6 on)
#
# What follows goes to "margay install" as it is: --browser NAME, --user-data-dir DIR, --force, --at-login, --data DIR.
# Run it again at any time. "margay uninstall" takes all of it back.
#
# It declares no parameters, so that each argument comes in $args as it was typed.

#Requires -Version 5.0

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
# Windows PowerShell 5.1 does not offer it by itself.
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

function Get-FromNetwork([string] $Url, [string] $File) {
    if ($Url -notmatch '^https://' -and $Url -notmatch '^http://(127\.0\.0\.1|localhost|\[::1\])[:/]') {
        throw "$Url is no https address: what comes over the network in the clear may be changed on its way"
    }
    Invoke-WebRequest -UseBasicParsing -TimeoutSec 60 -Uri $Url -OutFile $File
}

# Nothing that was loaded is run before its sum was compared.
function Confirm-Sum([string] $File, [string] $Wanted) {
    if ($Wanted -notmatch '^[0-9A-Fa-f]{64}$') { throw """$Wanted"" is no SHA-256 sum" }
    $is = (Get-FileHash -Algorithm SHA256 -LiteralPath $File).Hash
    if ($is -ne $Wanted) { throw "the sum of what was loaded is $is, and not ${Wanted}: nothing was installed" }
}

# The first word of a file of sums; "" where it is empty.
function Read-Sum([string] $File) {
    return ([IO.File]::ReadAllText($File).Trim() -split '\s+')[0]
}

# What make dist calls this machine. In a PowerShell of 32 bits on a system of 64 the second variable tells.
function Get-Kind {
    $kind = $env:PROCESSOR_ARCHITECTURE
    if ($env:PROCESSOR_ARCHITEW6432) { $kind = $env:PROCESSOR_ARCHITEW6432 }
    if ($kind -eq 'x86') { return '386' }
    return "$kind".ToLowerInvariant()
}

function Find-Beside {
    if ($PSScriptRoot) {
        foreach ($name in @('margay.exe', "margay-windows-$(Get-Kind).exe", '..\.build\margay.exe')) {
            $candidate = Join-Path $PSScriptRoot $name
            if (Test-Path -LiteralPath $candidate -PathType Leaf) { return (Resolve-Path -LiteralPath $candidate).ProviderPath }
        }
    }
    throw 'there is no program beside this script: build it, or name one: install.ps1 PATH'
}

$source = ''
$sum = ''
$rest = @($args)
if ($rest.Count -gt 0 -and $rest[0] -notlike '-*') {
    $source = [string] $rest[0]
    $rest = @($rest | Select-Object -Skip 1)
}
if ($rest.Count -gt 0 -and $rest[0] -eq '--sha256') {
    if ($rest.Count -lt 2) { throw '--sha256 wants a sum' }
    $sum = [string] $rest[1]
    $rest = @($rest | Select-Object -Skip 2)
}

$work = Join-Path ([IO.Path]::GetTempPath()) ('margay-install-' + [Guid]::NewGuid().ToString('N'))
New-Item -ItemType Directory -Path $work | Out-Null
try {
    if ($source -eq '') {
        $program = Find-Beside
        if ($sum -ne '') { Confirm-Sum $program $sum }
    } elseif ($source -match '://') {
        if ($sum -eq '' -and $PSVersionTable.PSVersion.Major -lt 6) {
            throw 'this PowerShell may be led on to an address in the clear, where sum and program can be changed alike: name the sum with --sha256, or use PowerShell 6 or later'
        }
        $name = 'margay.exe'
        if (([Uri] $source).AbsolutePath -match '\.zip$') { $name = 'margay.zip' }
        $program = Join-Path $work $name
        Get-FromNetwork $source $program
        if ($sum -eq '') {
            $sumFile = Join-Path $work 'sum'
            Get-FromNetwork "$source.sha256" $sumFile
            $sum = Read-Sum $sumFile
        }
        Confirm-Sum $program $sum
    } else {
        $program = (Resolve-Path -LiteralPath $source).ProviderPath
        if ($sum -ne '') { Confirm-Sum $program $sum }
    }
    if ($program -match '\.zip$') {
        $archive = Join-Path $work 'archive'
        Expand-Archive -LiteralPath $program -DestinationPath $archive
        $found = Get-ChildItem -LiteralPath $archive -Recurse -File -Filter 'margay.exe' | Select-Object -First 1
        if ($null -eq $found) { throw "$program holds no program named margay.exe" }
        $program = $found.FullName
    }
    & $program install @rest
    $code = $LASTEXITCODE
} finally {
    Remove-Item -LiteralPath $work -Recurse -Force -ErrorAction SilentlyContinue
}
exit $code
